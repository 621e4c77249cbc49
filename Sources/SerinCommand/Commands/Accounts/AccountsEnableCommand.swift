import SerinFlags

/// `serin accounts enable`.
enum AccountsEnableCommand: Command {
  static let description = CommandDescription(
    "accounts enable", summary: "Let somebody in again.",
    discussion: ["Their memberships and tokens are what they were; they sign in anew."],
    positionals: [.account], options: [.reason], sharedOptions: .connection,
    examples: [("serin accounts enable ann@example.com", "Lets them sign in again.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let account = call.arguments.positional(0) ?? ""
    var body = call.reasonBody
    body["disabled"] = false
    let answer = try await call.controlServer().patch(["accounts", account], body)
    return try call.show(answer, as: "\(account) is enabled.")
  }
}
