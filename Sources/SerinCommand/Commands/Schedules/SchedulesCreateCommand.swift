import SerinFlags

/// `serin schedules create`: a change planned for an instant.
enum SchedulesCreateCommand: Command {
  static let description = CommandDescription(
    "schedules create", summary: "Plan a change of flags or segments for an instant.",
    discussion: [
      """
      It is checked now, and your rights again at its instant. An edit is planned as the members that it changes; when \
      somebody else has changed one of them by then, it fails and nothing is written. The clocks' change in spring and \
      autumn makes it neither skipped nor done twice.
      """
    ],
    positionals: PlannedChange.positionals, options: PlannedChange.options + InstantOptions.all + [.reason],
    sharedOptions: .environmentTarget,
    examples: [
      (
        "serin schedules create replaceFlag new_checkout --set default=on --wall-time 2027-01-15T09:00 --zone "
          + "Europe/Berlin", "Turns the flag on at nine by the clocks of Berlin."
      ),
      ("serin schedules create killFlag campaign --at 2027-02-01T00:00:00Z --reason over", "Switches it off then."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let change = try PlannedChange(call)
    var body = try InstantOptions.members(call.arguments)
    body["change"] = .object(change.json)
    if !change.isOfProject { body["environment"] = .string(call.environmentKey) }
    body["reason"] = call.reasonBody["reason"]
    let server = try call.controlServer()
    let schedule = try await server.post(call.projectPath(on: server) + ["schedules"], body)
    try server.check(schedule, has: "state", equalTo: "waiting")
    let id = schedule["id"].map(FlagText.plain) ?? "?"
    return try call.show(
      schedule, as: "\(id) is planned for \(InstantOptions.words(schedule)): \(ScheduleText.change(of: schedule)).")
  }
}
