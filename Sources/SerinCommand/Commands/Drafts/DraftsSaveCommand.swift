import SerinFlags

/// `serin drafts save`: an edit that is kept and not made.
enum DraftsSaveCommand: Command {
  private static let file = OptionSpec.value(
    "file", "FILE", isRequired: true, help: "The edit, a JSON object of any form; - is standard input.")
  private static let base = OptionSpec.value(
    "base", "VERSION", help: "The version that the edit started from, such as 3.8.")

  static let description = CommandDescription(
    "drafts save", summary: "Keep an edit on the server without making it.",
    discussion: [
      """
      It takes the place of the one that you kept of the same flag or segment. It is not checked and changes nothing; the \
      flag or segment need not exist.
      """
    ],
    positionals: [.draft], options: [file, base], sharedOptions: .environmentTarget,
    examples: [("serin drafts save flag:new_checkout --file edit.json --base 3.8", "Keeps it for up to 30 days.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    var body: JSONObject = ["document": try call.document(in: call.arguments[file] ?? "")]
    if let version = call.arguments[base] { body["base"] = .string(version) }
    let server = try call.controlServer()
    let draft = try await server.put(call.draftsPath(on: server) + [call.draftName], body)
    try server.check(draft, has: "draft", equalTo: .string(call.draftName))
    return try call.show(draft, as: "the draft of \(call.draftName) in \(call.environmentKey) is kept.")
  }
}
