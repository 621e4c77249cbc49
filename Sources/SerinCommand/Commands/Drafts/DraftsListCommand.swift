import SerinFlags

/// `serin drafts list`: edits that are not saved yet.
enum DraftsListCommand: Command {
  static let description = CommandDescription(
    "drafts list", summary: "List your edits of an environment that are not saved yet.",
    discussion: ["Nobody else sees them. One that is not touched for 30 days is thrown away."],
    sharedOptions: .environmentTarget,
    examples: [("serin drafts list", "Shows each with the version it started from, and the one that is there now.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    let answer = try await server.get(call.draftsPath(on: server))
    var table = Table("DRAFT", "BASE", "CURRENT", "OUTDATED", "KEPT")
    for draft in try server.array("drafts", in: answer) {
      let isOutdated = draft["isOutdated"]?.boolValue == true
      table.add(
        .text(draft["draft"]), .text(draft["base"]), .text(draft["current"]),
        Table.Cell(isOutdated ? "yes" : "") { $0.red($1) }, .text(draft["updatedAt"]))
    }
    return try call.show(answer, as: table, whenEmpty: "you have no drafts in \(call.environmentKey)")
  }
}
