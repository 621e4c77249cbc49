import SerinFlags

/// `serin flags list`: the flags of an environment.
enum FlagsListCommand: Command {
  static let description = CommandDescription(
    "flags list", summary: "List the flags of an environment.",
    options: FlagFilter.options, sharedOptions: .environmentTarget,
    examples: [
      ("serin flags list --environment staging", "Shows each flag with its state in staging."),
      ("serin flags list --state deleted", "Shows the flags that \"serin flags undelete\" can bring back."),
      (
        "serin flags list --owner payments --sort expires",
        "Shows a team's flags, those first that should be gone first."
      ),
      ("serin flags list --json", "Prints the same with the flags' whole documents, for a program."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    let answer = try await server.get(
      call.environmentPath(on: server) + ["flags"], query: try FlagFilter.query(call.arguments))
    var table = Table("KEY", "KIND", "STATE", "RULES", "OWNER", "UPDATED")
    for view in try server.array("flags", in: answer) {
      let document = view["document"]
      table.add(
        .text(view["key"]), .text(document?["kind"]), FlagText.state(of: view),
        Table.Cell(String(document?["rules"]?.arrayValue?.count ?? 0)), .text(document?["owner"]),
        .text(view["updatedAt"]))
    }
    let code = try call.show(
      answer, as: table,
      whenEmpty: FlagFilter.isNarrowed(call.arguments)
        ? "\(call.environmentKey) has no such flags"
        : "\(call.environmentKey) has no flags yet; see \"serin help flags create\"")
    if let next = answer["next"]?.stringValue {
      try call.console.remark("there are more flags: --after \(next) shows them")
    }
    return code
  }
}
