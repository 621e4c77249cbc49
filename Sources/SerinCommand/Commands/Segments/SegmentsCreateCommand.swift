import SerinFlags

/// `serin segments create`: a new segment.
enum SegmentsCreateCommand: Command {
  private static let kind = OptionSpec.value(
    "kind", "KIND", fallback: "list", choices: ["list", "conditions", "behaviour"],
    help: "list, conditions or behaviour; it never changes.")
  private static let reuseKey = OptionSpec.flag(
    "reuse-key", help: "Take the key of a segment that was deleted; needs --reason.")

  static let description = CommandDescription(
    "segments create", summary: "Create a segment, with a definition in one environment.",
    discussion: [
      """
      A list begins without ids; "serin segments upload" fills it. Other environments have no definition of the \
      segment until they are given one, by "serin segments edit" or "serin segments upload".
      """
    ],
    positionals: [.segmentKey], options: [kind] + SegmentOptions.all + [reuseKey, .reason],
    sharedOptions: .environmentTarget,
    examples: [
      ("serin segments create vip --description \"Paying customers\"", "Creates an empty list."),
      ("serin segments create germans --kind conditions --file germans.json", "Creates a segment of conditions."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    var body = try call.segmentMembers()
    body["key"] = .string(call.segmentKey)
    body["kind"] = .string(call.arguments[kind] ?? "")
    if call.arguments.isGiven(reuseKey) { body["reuseKey"] = true }
    let server = try call.controlServer()
    let view = try await server.post(call.environmentPath(on: server) + ["segments"], body)
    try server.check(view, has: "key", equalTo: .string(call.segmentKey))
    return try call.show(view, as: "\(call.segmentKey) is created, with a definition in \(call.environmentKey).")
  }
}
