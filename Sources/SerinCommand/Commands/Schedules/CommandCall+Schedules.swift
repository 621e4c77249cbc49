import SerinFlags

extension PositionalSpec {
  /// The schedule that a command is about.
  static let scheduleID = PositionalSpec("ID", help: "The schedule's id, the first column of the list.")
}

extension CommandCall {
  /// The path of the schedule that the command is about.
  func schedulePath(on server: ServerClient) async throws(CommandFailure) -> [String] {
    try await projectPath(on: server) + ["schedules", arguments.positional(0) ?? ""]
  }
}

/// Describes a schedule to a person.
enum ScheduleText {
  /// What is done, in a few words.
  static func change(of schedule: JSONValue) -> String {
    if let request = schedule["changeRequest"] { return "change request " + FlagText.plain(request) }
    return PlannedChange.words(schedule["change"])
  }

  /// Everything about it, a row for each thing.
  static func table(of schedule: JSONValue) -> Table {
    var table = Table()
    table.add("schedule", .text(schedule["id"]) { $0.bold($1) })
    table.add("state", .text(schedule["state"]))
    table.add("at", Table.Cell(InstantOptions.words(schedule)))
    table.add("change", Table.Cell(change(of: schedule)))
    let names = ["environment", "by", "reason", "createdAt", "finishedAt", "attempts", "error"]
    for name in names where schedule[name] != nil && schedule[name] != .null && schedule[name] != "" {
      table.add(Table.Cell(name), .text(schedule[name]))
    }
    return table
  }
}
