import SerinFlags

/// `serin segments edit`: another description, other tags or another definition.
enum SegmentsEditCommand: Command {
  static let description = CommandDescription(
    "segments edit", summary: "Change a segment's description, tags or definition.",
    discussion: [
      """
      What is not given stays as it is. The definition is that of one environment; description and tags are the same in \
      all. Somebody else's change of something else at the same time is kept.
      """
    ],
    positionals: [.segmentKey], options: SegmentOptions.all + [.reason], sharedOptions: .environmentTarget,
    examples: [
      ("serin segments edit germans --file germans.json --reason \"Austria too\"", "Replaces the conditions.")
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let members = try call.segmentMembers()
    guard ["definition", "description", "tags"].contains(where: { members[$0] != nil }) else {
      throw .usage("nothing to change: give --file, --description or --tag", helpFor: description.path)
    }
    let server = try call.controlServer()
    let path = try await call.segmentPath(on: server)
    let (current, view) = try await server.edit(path, members)
    try server.check(view, has: "key", equalTo: .string(call.segmentKey))
    let change = view["etag"] == current["etag"] ? "is as it was" : "is changed"
    return try call.show(view, as: "\(call.segmentKey) in \(call.environmentKey) \(change).")
  }
}
