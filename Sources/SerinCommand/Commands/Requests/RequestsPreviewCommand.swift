import SerinFlags

/// `serin requests preview`: what a change request would do to the users who were seen lately.
enum RequestsPreviewCommand: Command {
  static let description = CommandDescription(
    "requests preview", summary: "Count what a change request would do, and change nothing.",
    discussion: [
      """
      The change is evaluated over the contexts that the environment has seen within 24 hours, against what is live now, \
      whether it is approved or not. See \"serin help preview\" for what the numbers are of.
      """
    ],
    positionals: [.requestID], sharedOptions: .environmentTarget,
    examples: [("serin requests preview cr_k3b5x7q2m4n6p8r2", "Counts who gets another answer if it is applied now.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    return try await call.showImpact(at: call.requestPath(on: server) + ["preview"], [:], on: server)
  }
}
