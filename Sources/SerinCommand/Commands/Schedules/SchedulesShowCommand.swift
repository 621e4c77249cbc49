import SerinFlags

/// `serin schedules show`: one planned change.
enum SchedulesShowCommand: Command {
  static let description = CommandDescription(
    "schedules show", summary: "Show a planned change, and what became of it.",
    positionals: [.scheduleID], sharedOptions: .projectTarget,
    examples: [("serin schedules show j_k3b5x7q2m4n6p8r2", "Describes it in a few lines.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    let schedule = try await server.get(call.schedulePath(on: server))
    try server.check(schedule, has: "id", equalTo: .string(call.arguments.positional(0) ?? ""))
    return try call.show(schedule, as: ScheduleText.table(of: schedule), whenEmpty: "")
  }
}
