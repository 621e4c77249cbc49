import SerinFlags

/// `serin keys update`: a key that is called something else, sees other flags, or may be used by other web pages.
enum KeysUpdateCommand: Command {
  private static let name = OptionSpec.value("name", "TEXT", help: "What people call it.")
  private static let allFlags = OptionSpec.flag("all-flags", help: "The key sees every flag.")
  private static let noOrigins = OptionSpec.flag("no-origins", help: "No web page may use the key.")
  private static let changes = [name, KeyScopeOptions.flags, allFlags, KeyScopeOptions.origins, noOrigins]

  static let description = CommandDescription(
    "keys update", summary: "Change what a key is called, which flags it sees and which web pages may use it.",
    discussion: [
      """
      The key itself stays the same, so that no app needs another one. What no option names stays as it is; --flag and \
      --origin replace what there was.
      """
    ],
    positionals: [PositionalSpec("ID", help: "The key's id, the first column of \"serin keys list\".")],
    options: changes + [.reason], sharedOptions: .projectTarget,
    examples: [
      ("serin keys update q3vtx2mfkz7a5d2c --origin https://app.example.com", "Lets one web app use the key."),
      ("serin keys update q3vtx2mfkz7a5d2c --flag \"checkout_*\"", "Hides every other flag from it."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    for (one, other) in [(KeyScopeOptions.flags, allFlags), (KeyScopeOptions.origins, noOrigins)]
    where call.arguments.isGiven(one) && call.arguments.isGiven(other) {
      throw .usage("\(one.dashed) and \(other.dashed) exclude each other")
    }
    var body = KeyScopeOptions.body(call)
    if call.arguments.isGiven(allFlags) { body["flags"] = [] }
    if call.arguments.isGiven(noOrigins) { body["origins"] = [] }
    if let name = call.arguments[name] { body["name"] = .string(name) }
    guard !body.isEmpty else {
      let options = changes.map(\.dashed).joined(separator: ", ")
      throw .usage("nothing to change: give one of \(options)", helpFor: description.path)
    }
    body["reason"] = call.reasonBody["reason"]
    let id = call.arguments.positional(0) ?? ""
    let server = try call.controlServer()
    let answer = try await server.patch(call.projectPath(on: server) + ["keys", id], body)
    try server.check(answer, has: "id", equalTo: .string(id))
    return try call.show(answer, as: "\(id) is changed: it sees \(flags(of: answer)), \(pages(of: answer)).")
  }

  private static func flags(of key: JSONValue) -> String {
    let patterns = texts(key["flags"])
    return patterns.isEmpty ? "every flag" : "the flags \(patterns.joined(separator: ", "))"
  }

  private static func pages(of key: JSONValue) -> String {
    let origins = texts(key["origins"])
    return origins.isEmpty ? "and no web page may use it" : "and pages of \(origins.joined(separator: ", ")) may use it"
  }

  private static func texts(_ json: JSONValue?) -> [String] {
    (json?.arrayValue ?? []).compactMap(\.stringValue).map { $0.printable }
  }
}
