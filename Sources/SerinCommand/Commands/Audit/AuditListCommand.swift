import SerinFlags

/// `serin audit list`: who changed what, when and why.
enum AuditListCommand: Command {
  private static let object = OptionSpec.value(
    "object", "OBJECT",
    help: "Only what was done to this: flag:ID (the id of \"flags show --json\"), token:ID and others.")
  private static let after = OptionSpec.value("after", "SEQUENCE", help: "Only rows behind this one.")
  private static let limit = OptionSpec.value(
    "limit", "COUNT", fallback: "100", help: "The most rows that are listed, up to 1000.")

  static let description = CommandDescription(
    "audit list", summary: "List who changed what, when and why.",
    discussion: [
      """
      The oldest row comes first. With --json each row has what was there before and after.
      """
    ],
    options: [object, after, limit] + AuditLog.options, sharedOptions: .projectTarget,
    examples: [
      ("serin audit list --after 1200", "Shows the rows from 1201 on."),
      ("serin audit list --instance", "Shows what was done to accounts and to the instance's tokens."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let most = try call.arguments.wholeNumber(limit, in: 1...1000) ?? 100
    var query = [("limit", "\(most)")]
    if let sequence = try call.arguments.wholeNumber(after, in: 0...Int64.max) {
      query.append(("after", "\(sequence)"))
    }
    if let object = call.arguments[object] { query.append(("object", object)) }
    let log = try await AuditLog(call)
    let answer = try await log.server.get(log.path, query: query)
    let rows = try log.server.array("entries", in: answer)
    var table = Table("ROW", "WHEN", "WHO", "VIA", "ACTION", "OBJECT", "ENVIRONMENT", "REASON")
    for row in rows {
      table.add(
        .text(row["sequence"]), .text(row["at"]), .text(row["actor"]), .text(row["via"]), .text(row["action"]),
        .text(row["object"]), .text(row["environment"]), .text(row["reason"]))
    }
    let code = try call.show(answer, as: table, whenEmpty: "there are no such rows")
    if let next = answer["next"], next != .null {
      try call.console.remark("there are more rows: --after \(FlagText.plain(next)) shows them")
    }
    return code
  }
}
