import SerinFlags

/// `serin flags list`: the flags of an environment.
enum FlagsListCommand: Command {
  private static let archived = OptionSpec.flag("archived", help: "List archived flags as well.")

  static let description = CommandDescription(
    "flags list", summary: "List the flags of an environment.",
    options: [archived], sharedOptions: .environmentTarget,
    examples: [
      ("serin flags list --environment staging", "Shows each flag with its state in staging."),
      ("serin flags list --json", "Prints the same with the flags' whole documents, for a program."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    let query = call.arguments.isGiven(archived) ? [("archived", "true")] : []
    let answer = try await server.get(call.environmentPath(on: server) + ["flags"], query: query)
    var table = Table("KEY", "KIND", "STATE", "RULES", "OWNER", "UPDATED")
    for view in try server.array("flags", in: answer) {
      let document = view["document"]
      table.add(
        .text(view["key"]), .text(document?["kind"]), FlagText.state(of: view),
        Table.Cell(String(document?["rules"]?.arrayValue?.count ?? 0)), .text(document?["owner"]),
        .text(view["updatedAt"]))
    }
    return try call.show(
      answer, as: table, whenEmpty: "\(call.environmentKey) has no flags yet; see \"serin help flags create\"")
  }
}
