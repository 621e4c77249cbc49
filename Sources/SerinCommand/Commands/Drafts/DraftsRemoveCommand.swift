import SerinFlags

/// `serin drafts remove`: an edit that is thrown away.
enum DraftsRemoveCommand: Command {
  static let description = CommandDescription(
    "drafts remove", summary: "Throw away an edit that is not saved.",
    positionals: [.draft], sharedOptions: .environmentTarget,
    examples: [("serin drafts remove flag:new_checkout", "Leaves the flag as it is.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    try await server.delete(call.draftsPath(on: server) + [call.draftName], [:])
    return try call.show(
      ["draft": .string(call.draftName), "removed": true],
      as: "the draft of \(call.draftName) in \(call.environmentKey) is thrown away.")
  }
}
