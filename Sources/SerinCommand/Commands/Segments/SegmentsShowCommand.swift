import SerinFlags

/// `serin segments show`: one segment with its definition.
enum SegmentsShowCommand: Command {
  private static let version = OptionSpec.value(
    "version", "VERSION", help: "As it was at this version; \"serin segments history\" lists them.")

  static let description = CommandDescription(
    "segments show", summary: "Show a segment and who belongs to it.",
    positionals: [.segmentKey], options: [version], sharedOptions: .environmentTarget,
    examples: [
      ("serin segments show vip", "Describes the segment; of a long list it says how many ids there are."),
      ("serin segments show vip --version 2.4", "Describes it as it was."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    let past = call.arguments[version].map { ["versions", $0] } ?? []
    let view = try await server.get(call.segmentPath(on: server) + past)
    try server.check(view, has: "key", equalTo: .string(call.segmentKey))
    if call.console.isJSON {
      try call.console.print(json: view)
      return .done
    }
    var table = Table()
    table.add("key", .text(view["key"]))
    table.add("kind", .text(view["kind"]))
    table.add("environment", .text(view["environment"]))
    for name in ["description", "updatedAt"] where view[name]?.stringValue?.isEmpty == false {
      table.add(Table.Cell(name == "updatedAt" ? "updated" : name), .text(view[name]))
    }
    let tags = (view["tags"]?.arrayValue ?? []).compactMap(\.stringValue)
    if !tags.isEmpty { table.add("tags", Table.Cell(tags.joined(separator: ", "))) }
    if let count = view["count"]?.numberValue { table.add("ids", Table.Cell(String(Int(count)))) }
    let definition = view["definition"] ?? .null
    table.add("definition", Table.Cell(definition == .null ? "none in this environment" : definition.text()))
    try call.print(table)
    return .done
  }
}
