import SerinFlags

/// `serin segments list`: the segments of an environment.
enum SegmentsListCommand: Command {
  static let description = CommandDescription(
    "segments list", summary: "List the segments of an environment.", sharedOptions: .environmentTarget,
    examples: [
      ("serin segments list --environment staging", "Shows each segment, and how many ids the lists have in staging.")
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    let answer = try await server.list("segments", at: call.environmentPath(on: server) + ["segments"])
    var table = Table("KEY", "KIND", "IDS", "DESCRIPTION", "UPDATED")
    for view in try server.array("segments", in: answer) {
      let count = view["count"]?.numberValue.map { String(Int($0)) } ?? ""
      table.add(
        .text(view["key"]), .text(view["kind"]), Table.Cell(count), .text(view["description"]),
        .text(view["updatedAt"]))
    }
    return try call.show(
      answer, as: table, whenEmpty: "\(call.environmentKey) has no segments yet; see \"serin help segments create\"")
  }
}
