import SerinFlags

/// `serin contexts list`: the newest contexts of the last day.
enum ContextsListCommand: Command {
  private static let limit = OptionSpec.value(
    "limit", "COUNT", fallback: "20", help: "So many of the newest, up to 100.")

  static let description = CommandDescription(
    "contexts list", summary: "List the newest contexts that evaluations brought within a day.",
    discussion: ["They have ids and attributes of people, so it takes an editor."],
    options: [limit], sharedOptions: .environmentTarget,
    examples: [
      ("serin contexts list", "Shows the 20 newest of production."),
      ("serin contexts list --limit 100 --json", "Prints a hundred for a program."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let count = try call.arguments.wholeNumber(limit, in: 1...100) ?? 20
    let server = try call.controlServer()
    let answer = try await server.get(RecentContexts.path(call, on: server), query: [("limit", "\(count)")])
    var table = Table("SEEN", "USER", "DEVICE", "ATTRIBUTES")
    for seen in try server.array("newestContexts", in: answer) {
      let context = seen["context"]
      table.add(
        .text(seen["at"]), .text(context?["userID"]), .text(context?["deviceID"]),
        Table.Cell(FlagText.assignments(context?["attributes"]).joined(separator: ", ")))
    }
    let code = try call.show(
      answer, as: table,
      whenEmpty: try RecentContexts.keeps(answer, server)
        ? "\(call.environmentKey) has seen no context within a day"
        : "\(call.environmentKey) keeps no contexts; see \"serin help environments update\"")
    if !table.isEmpty { try call.console.remark("\(RecentContexts.count(answer)) are kept") }
    return code
  }
}
