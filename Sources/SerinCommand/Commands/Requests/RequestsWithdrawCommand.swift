import SerinFlags

/// `serin requests withdraw`: a change request that its author takes back.
enum RequestsWithdrawCommand: Command {
  static let description = CommandDescription(
    "requests withdraw", summary: "Take back a change request of your own.",
    positionals: [.requestID], options: [.reason], sharedOptions: .environmentTarget,
    examples: [("serin requests withdraw cr_k3b5x7q2m4n6p8r2", "Closes what you proposed.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    try await call.rejectRequest(saying: "\(call.requestID) is withdrawn.")
  }
}
