import SerinFlags

/// `serin segments delete`: a segment that nobody uses any more.
enum SegmentsDeleteCommand: Command {
  static let description = CommandDescription(
    "segments delete", summary: "Delete a segment from every environment of a project.",
    discussion: [
      """
      Refused while flags or other segments refer to it, in any environment. Its key stays taken: a rule of that time \
      could otherwise mean something else one day.
      """
    ],
    positionals: [.segmentKey], options: [.reason], sharedOptions: .projectTarget,
    examples: [("serin segments delete vip --reason \"the trial is over\"", "Deletes the segment.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    try await server.delete(call.projectPath(on: server) + ["segments", call.segmentKey], call.reasonBody)
    return try call.show(
      ["key": .string(call.segmentKey), "deleted": true], as: "\(call.segmentKey) is deleted from every environment.")
  }
}
