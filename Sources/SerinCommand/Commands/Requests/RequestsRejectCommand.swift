import SerinFlags

/// `serin requests reject`: no to a change that somebody proposed.
enum RequestsRejectCommand: Command {
  static let description = CommandDescription(
    "requests reject", summary: "Turn a change request down for good.",
    positionals: [.requestID], options: [.hash, .reason], sharedOptions: .environmentTarget,
    examples: [("serin requests reject cr_k3b5x7q2m4n6p8r2 --reason \"too early\"", "Closes it.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    try await call.rejectRequest(saying: "rejected \(call.requestID).")
  }
}
