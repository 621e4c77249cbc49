import SerinFlags

/// `serin schedules cancel`: a planned change that is not made.
enum SchedulesCancelCommand: Command {
  static let description = CommandDescription(
    "schedules cancel", summary: "Cancel a planned change; it stays on record.",
    positionals: [.scheduleID], options: [.reason], sharedOptions: .projectTarget,
    examples: [("serin schedules cancel j_k3b5x7q2m4n6p8r2 --reason \"postponed\"", "Leaves the flag as it is.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    let schedule = try await server.cancel(call.schedulePath(on: server), call.reasonBody)
    try server.check(schedule, has: "state", equalTo: "cancelled")
    return try call.show(schedule, as: "\(call.arguments.positional(0) ?? "") is cancelled.")
  }
}
