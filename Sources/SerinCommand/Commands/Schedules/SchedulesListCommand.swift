import SerinFlags

/// `serin schedules list`: changes that are planned for an instant.
enum SchedulesListCommand: Command {
  private static let flag = OptionSpec.value("flag", "KEY", help: "Only those of this flag.")
  private static let all = OptionSpec.flag("all", help: "List those that are over as well.")

  static let description = CommandDescription(
    "schedules list", summary: "List the planned changes of a project.",
    options: [flag, all], sharedOptions: .projectTarget,
    examples: [
      ("serin schedules list", "Shows what is going to be changed, by instant."),
      ("serin schedules list --flag new_checkout --all", "Shows what became of the changes of one flag, too."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    var query: [(String, String)] = []
    if let key = call.arguments[flag] { query.append(("flag", key)) }
    if call.arguments.isGiven(all) { query.append(("finished", "true")) }
    let answer = try await server.list("schedules", at: call.projectPath(on: server) + ["schedules"], query: query)
    var table = Table("ID", "AT", "ENVIRONMENT", "CHANGE", "STATE", "BY")
    for schedule in try server.array("schedules", in: answer) {
      let isBad = schedule["state"] == "failed"
      table.add(
        .text(schedule["id"]), .text(schedule["at"]), .text(schedule["environment"]),
        Table.Cell(ScheduleText.change(of: schedule)), .text(schedule["state"]) { isBad ? $0.red($1) : $1 },
        .text(schedule["by"]))
    }
    return try call.show(answer, as: table, whenEmpty: "no change is planned")
  }
}
