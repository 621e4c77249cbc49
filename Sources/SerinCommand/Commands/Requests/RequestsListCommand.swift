import SerinFlags

/// `serin requests list`: changes that wait for others.
enum RequestsListCommand: Command {
  private static let state = OptionSpec.value(
    "state", "STATE", choices: ["open", "approved", "applied", "rejected", "stale"],
    help: "Only those that are open, approved, applied, rejected or stale (default: those that are not closed).")

  static let description = CommandDescription(
    "requests list", summary: "List the change requests of an environment.",
    options: [state], sharedOptions: .environmentTarget,
    examples: [
      ("serin requests list", "Shows what waits for an approval, or to be applied."),
      ("serin requests list --state applied", "Shows what was approved and applied."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    let query = call.arguments[state].map { [("state", $0)] } ?? []
    let answer = try await server.list(
      "changeRequests", at: call.environmentPath(on: server) + ["change-requests"], query: query)
    var table = Table("ID", "STATE", "TITLE", "CHANGE", "BY", "CREATED")
    for request in try server.array("changeRequests", in: answer) {
      table.add(
        .text(request["id"]), .text(request["state"]), .text(request["title"]),
        Table.Cell(PlannedChange.words(request["change"])), .text(request["by"]), .text(request["createdAt"]))
    }
    let which = call.arguments[state].map { "that is \($0)" } ?? "that is not closed"
    return try call.show(answer, as: table, whenEmpty: "\(call.environmentKey) has no change request \(which)")
  }
}
