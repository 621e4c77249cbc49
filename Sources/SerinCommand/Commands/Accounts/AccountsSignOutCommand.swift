import SerinFlags

/// `serin accounts sign-out`: the end of somebody's sessions.
enum AccountsSignOutCommand: Command {
  static let description = CommandDescription(
    "accounts sign-out", summary: "Sign somebody out in every browser.",
    discussion: [
      """
      They can sign in again, and their tokens go on working; "serin accounts disable" keeps them out. It takes an \
      administrator of the instance.
      """
    ],
    positionals: [.account], sharedOptions: .connection,
    examples: [("serin accounts sign-out ann@example.com", "Ends her sessions, for a laptop that was lost.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let account = call.arguments.positional(0) ?? ""
    try await call.controlServer().delete(["accounts", account, "sessions"], [:])
    return try call.show(["account": .string(account), "signedOut": true], as: "\(account) is signed out everywhere.")
  }
}
