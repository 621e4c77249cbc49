import SerinFlags

/// `serin accounts disable`.
enum AccountsDisableCommand: Command {
  static let description = CommandDescription(
    "accounts disable", summary: "Shut somebody out.",
    discussion: ["Ends their sessions, and their tokens work no longer. Their entries in the audit log stay."],
    positionals: [.account], options: [.force, .reason], sharedOptions: .connection,
    examples: [("serin accounts disable ann@example.com", "Takes effect with their next request.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let account = call.arguments.positional(0) ?? ""
    var body = call.forceBody
    body["disabled"] = true
    let answer = try await call.controlServer().patch(["accounts", account], body)
    return try call.show(answer, as: "\(account) is disabled.")
  }
}
