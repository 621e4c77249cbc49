import SerinFlags

/// `serin keys create`: a new key for an app or a server, or a new admin token.
enum KeysCreateCommand: Command {
  private static let kind = OptionSpec.value(
    "kind", "KIND", isRequired: true, choices: ["client", "server", "admin"],
    help: "client (for apps), server (for servers) or admin (for people and tools).")
  private static let name = OptionSpec.value("name", "TEXT", isRequired: true, help: "What people call it.")

  private static let only = OptionSpec.value(
    "only", "ENVIRONMENT", repeats: true, help: "Limit what an admin token changes to this one; may be repeated.")

  static let description = CommandDescription(
    "keys create", summary: "Make a key for an app or a server, or an admin token.",
    discussion: [
      """
      The new key is printed alone on standard output, so that a script can take it. The secret of a server key or \
      an admin token is shown this once; a client key is public and can be listed again. An admin token can be narrowed \
      to scopes, and what it changes to environments with --only; a client or server key to some flags with --flag. Web \
      pages may use a client key only from the origins that --origin names.
      """
    ],
    options: [kind, name, KeyScopeOptions.flags, KeyScopeOptions.origins, .scope, only, .expires, .reason],
    sharedOptions: .environmentTarget,
    examples: [
      ("serin keys create --kind client --name ios --environment staging", "Makes a key that an app can carry.")
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let expected = "a kind of key (client, server or admin)"
    guard let kind = try call.arguments.converted(kind, expected: expected, by: AccessToken.Kind.init) else {
      throw .usage("\(kind.dashed) is missing")
    }
    if kind == .admin, call.arguments.isGiven(.environment) {
      throw .usage("\(OptionSpec.environment.dashed): an admin token is for the whole project, not for an environment")
    }
    let server = try call.controlServer()
    var body = call.reasonBody
    body["kind"] = .string(kind.rawValue)
    body["name"] = .string(call.arguments[name] ?? "")
    if kind != .admin { body["environment"] = .string(call.environmentKey) }
    for (name, value) in KeyScopeOptions.body(call) { body[name] = value }
    if let scopes = call.list(.scope) { body["scopes"] = scopes }
    if let environments = call.list(only) { body["environments"] = environments }
    if let instant = call.arguments[.expires] { body["expiresAt"] = .string(instant) }
    let answer = try await server.post(call.projectPath(on: server) + ["keys"], body)
    guard let value = answer["value"]?.stringValue else {
      throw server.isNoSerinServer("the new key has no value")
    }
    let place = kind == .admin ? "" : " for \(call.environmentKey)"
    let once = kind == .client ? "" : " It is not shown again: keep it in a safe place."
    try call.console.remark("made a new \(kind.noun)\(place), id \(answer["id"]?.stringValue ?? "?").\(once)")
    return try call.show(answer, as: value)
  }
}
