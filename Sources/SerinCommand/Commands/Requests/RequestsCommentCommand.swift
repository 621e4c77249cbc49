import SerinFlags

/// `serin requests comment`: something said of a change request.
enum RequestsCommentCommand: Command {
  static let description = CommandDescription(
    "requests comment", summary: "Write a comment on a change request.",
    positionals: [.requestID, PositionalSpec("TEXT", help: "The comment.")], sharedOptions: .environmentTarget,
    examples: [("serin requests comment cr_k3b5x7q2m4n6p8r2 \"why not 10 %?\"", "Asks whoever proposed it.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let text = JSONValue.string(call.arguments.positional(1) ?? "")
    let server = try call.controlServer()
    let comment = try await server.post(call.requestPath(on: server) + ["comments"], ["text": text])
    try server.check(comment, has: "text", equalTo: text)
    return try call.show(comment, as: "commented on \(call.requestID).")
  }
}
