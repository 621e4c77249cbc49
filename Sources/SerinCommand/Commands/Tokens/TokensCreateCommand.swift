import SerinFlags

/// `serin tokens create`: another token of one's own, or one of the instance.
enum TokensCreateCommand: Command {
  private static let name = OptionSpec.value("name", "TEXT", isRequired: true, help: "What people call it.")
  private static let instance = OptionSpec.flag("instance", help: "Make one of the instance, not of your account.")
  private static let only = OptionSpec.value(
    "only", "PROJECT/ENVIRONMENT", repeats: true, help: "Limit what it changes to this environment; may be repeated.")

  static let description = CommandDescription(
    "tokens create", summary: "Make a token of your own, or one of the instance.",
    discussion: [
      """
      The new token is printed alone on standard output; it is shown this once. A token of your account may at most what \
      you may at that moment, and no token may more than the one that makes it.
      """
    ],
    options: [name, .scope, only, .expires, instance, .reason], sharedOptions: .connection,
    examples: [
      ("serin tokens create --name nightly --scope read --expires 2027-06-01T00:00:00Z", "Makes one that only reads.")
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    var body = call.reasonBody
    body["name"] = .string(call.arguments[name] ?? "")
    body["kind"] = .string(call.arguments.isGiven(instance) ? "instance" : "personal")
    if let scopes = call.list(.scope) { body["scopes"] = scopes }
    if let environments = call.list(only) { body["environments"] = environments }
    if let instant = call.arguments[.expires] { body["expiresAt"] = .string(instant) }
    let server = try call.controlServer()
    let answer = try await server.post(["tokens"], body)
    return try call.show(
      secret: "value", of: answer, from: server,
      remark:
        "made a new token, id \(answer["id"]?.stringValue ?? "?"). It is not shown again: keep it in a safe place.")
  }
}
