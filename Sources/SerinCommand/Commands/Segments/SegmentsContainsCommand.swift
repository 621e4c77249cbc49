import SerinFlags

/// `serin segments contains`: whether an id is in a list.
enum SegmentsContainsCommand: Command {
  private static let id = PositionalSpec("ID", help: "The id, exactly as apps send it.")
  private static let at = OptionSpec.value("at", "INSTANT", help: "An instant of the past (RFC 3339); now without it.")

  static let description = CommandDescription(
    "segments contains", summary: "Ask whether an id is in a segment's list.",
    positionals: [.segmentKey, id], options: [at], sharedOptions: .environmentTarget,
    examples: [
      ("serin segments contains vip alice", "Says whether alice is in the list."),
      ("serin segments contains vip alice --at 2027-01-15T09:00:00Z", "Says whether she was then."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    let id = call.arguments.positional(1) ?? ""
    var body: JSONObject = ["id": .string(id)]
    if let instant = call.arguments[at] { body["at"] = .string(instant) }
    let answer = try await server.post(call.segmentPath(on: server) + ["contains"], body)
    guard case .bool(let isIn)? = answer["contains"] else {
      throw server.isNoSerinServer("its answer does not say \"contains\"")
    }
    let verb = call.arguments[at] == nil ? "is" : "was"
    return try call.show(
      answer, as: "\(id) \(verb) \(isIn ? "" : "not ")in \(call.segmentKey) in \(call.environmentKey).")
  }
}
