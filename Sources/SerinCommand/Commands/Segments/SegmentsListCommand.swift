import SerinFlags

/// `serin segments list`: the segments of an environment.
enum SegmentsListCommand: Command {
  private static let all = OptionSpec.flag(
    "all-environments", help: "List the segments of the whole project, with the environments that define each.")

  static let description = CommandDescription(
    "segments list", summary: "List the segments of an environment.", options: [all],
    sharedOptions: .environmentTarget,
    examples: [
      ("serin segments list --environment staging", "Shows each segment, and how many ids the lists have in staging."),
      ("serin segments list --all-environments", "Shows where each segment of the project has a definition."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    if call.arguments.isGiven(all) { return try await listAll(call, on: server) }
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

  private static func listAll(_ call: CommandCall, on server: ServerClient) async throws(CommandFailure) -> ExitCode {
    guard !call.arguments.isGiven(.environment) else {
      throw .usage("\(all.dashed) and \(OptionSpec.environment.dashed) exclude each other")
    }
    let answer = try await server.list("segments", at: call.projectPath(on: server) + ["segments"])
    var table = Table("KEY", "KIND", "ENVIRONMENTS", "DESCRIPTION", "TAGS")
    for segment in try server.array("segments", in: answer) {
      let lists = ["environments", "tags"].map { name in
        (segment[name]?.arrayValue ?? []).map(FlagText.plain).joined(separator: ", ")
      }
      table.add(
        .text(segment["key"]), .text(segment["kind"]), Table.Cell(lists[0]), .text(segment["description"]),
        Table.Cell(lists[1]))
    }
    return try call.show(
      answer, as: table, whenEmpty: "the project has no segments yet; see \"serin help segments create\"")
  }
}
