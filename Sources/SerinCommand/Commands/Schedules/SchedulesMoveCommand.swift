import SerinFlags

/// `serin schedules move`: a planned change at another instant.
enum SchedulesMoveCommand: Command {
  static let description = CommandDescription(
    "schedules move", summary: "Move a planned change to another instant.",
    discussion: ["When somebody else moves it at the same time, the exit code is 2 and nothing is changed."],
    positionals: [.scheduleID], options: InstantOptions.all + [.reason], sharedOptions: .projectTarget,
    examples: [
      ("serin schedules move j_k3b5x7q2m4n6p8r2 --at 2027-01-16T09:00:00Z", "Does it a day later.")
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    var body = try InstantOptions.members(call.arguments)
    body["reason"] = call.reasonBody["reason"]
    let server = try call.controlServer()
    let path = try await call.schedulePath(on: server)
    let schedule = try await server.edit(path, body).after
    let id = call.arguments.positional(0) ?? ""
    try server.check(schedule, has: "id", equalTo: .string(id))
    return try call.show(schedule, as: "\(id) is planned for \(InstantOptions.words(schedule)).")
  }
}
