import SerinFlags

/// `serin flags list`: the flags of an environment.
enum FlagsListCommand: Command {
  private static let archived = OptionSpec.flag("archived", help: "List archived flags as well.")
  private static let state = OptionSpec.value(
    "state", "STATE", choices: ["active", "archived", "deleted"],
    help: "Only flags that are active, archived or deleted; deleted ones are not listed otherwise.")

  static let description = CommandDescription(
    "flags list", summary: "List the flags of an environment.",
    options: [archived, state], sharedOptions: .environmentTarget,
    examples: [
      ("serin flags list --environment staging", "Shows each flag with its state in staging."),
      ("serin flags list --state deleted", "Shows the flags that \"serin flags undelete\" can bring back."),
      ("serin flags list --json", "Prints the same with the flags' whole documents, for a program."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    var query = call.arguments.isGiven(archived) ? [("archived", "true")] : []
    if let state = call.arguments[state] { query.append(("state", state)) }
    let answer = try await server.get(call.environmentPath(on: server) + ["flags"], query: query)
    var table = Table("KEY", "KIND", "STATE", "RULES", "OWNER", "UPDATED")
    for view in try server.array("flags", in: answer) {
      let document = view["document"]
      table.add(
        .text(view["key"]), .text(document?["kind"]), FlagText.state(of: view),
        Table.Cell(String(document?["rules"]?.arrayValue?.count ?? 0)), .text(document?["owner"]),
        .text(view["updatedAt"]))
    }
    let isNarrowed = call.arguments.isGiven(state)
    return try call.show(
      answer, as: table,
      whenEmpty: isNarrowed
        ? "\(call.environmentKey) has no such flags"
        : "\(call.environmentKey) has no flags yet; see \"serin help flags create\"")
  }
}
