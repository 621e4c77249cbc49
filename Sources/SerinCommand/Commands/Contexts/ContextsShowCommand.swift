import SerinFlags

/// `serin contexts show`: how many contexts of the last day are kept.
enum ContextsShowCommand: Command {
  static let description = CommandDescription(
    "contexts show", summary: "Show how many contexts of the last day an environment keeps.",
    discussion: [
      """
      "serin preview" counts over them. \"serin environments update --drop-contexts\" keeps none, and deletes those that are \
      kept.
      """
    ],
    sharedOptions: .environmentTarget,
    examples: [("serin contexts show", "Shows how many there are in production, and from when.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    let answer = try await server.get(RecentContexts.path(call, on: server))
    var table = Table()
    table.add("environment", Table.Cell(call.environmentKey))
    table.add("keeps contexts", Table.Cell(try RecentContexts.keeps(answer, server) ? "yes" : "no"))
    table.add("kept", Table.Cell(RecentContexts.count(answer)))
    for name in ["oldest", "newest"] where answer[name]?.stringValue != nil {
      table.add(Table.Cell(name), .text(answer[name]))
    }
    return try call.show(answer, as: table, whenEmpty: "")
  }
}
