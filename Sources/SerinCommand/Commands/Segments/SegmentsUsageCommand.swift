import SerinFlags

/// `serin segments usage`: what refers to a segment.
enum SegmentsUsageCommand: Command {
  static let description = CommandDescription(
    "segments usage", summary: "List the rules and segments that refer to a segment, in every environment.",
    positionals: [.segmentKey], sharedOptions: .projectTarget,
    examples: [("serin segments usage vip", "Shows each flag, rule and segment that names it.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    let answer = try await server.get(call.projectPath(on: server) + ["segments", call.segmentKey, "usage"])
    var table = Table("ENVIRONMENT", "FLAG OR SEGMENT", "RULE", "PATH")
    for environment in try server.array("environments", in: answer) {
      for use in environment["uses"]?.arrayValue ?? [] {
        let owner = use["flag"].map { "flag \($0.stringValue ?? "")" } ?? "segment \(use["segment"]?.stringValue ?? "")"
        table.add(.text(environment["environment"]), Table.Cell(owner), .text(use["rule"]), .text(use["path"]))
      }
    }
    return try call.show(answer, as: table, whenEmpty: "nothing refers to \(call.segmentKey)")
  }
}
