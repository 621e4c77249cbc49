import SerinFlags

/// `serin audit verify`: whether the log is as it was written.
enum AuditVerifyCommand: Command {
  private static let anchors = OptionSpec.value(
    "anchors", "FILE", help: "Ends of the log that were written down elsewhere; - is standard input.")

  static let description = CommandDescription(
    "audit verify", summary: "Recompute the audit log and say whether it is whole.",
    discussion: [
      """
      The server recomputes the log's hashes. Whoever owns the database and its key can write the whole log anew, \
      though; so --anchors compares it with ends that were written down: the lines of "serin serve --audit-anchors", or \
      those with "audit anchor" of its log. Lines of other logs are passed over; a file without one of this log is \
      refused. The exit code is 6 when the log is not whole.
      """
    ],
    options: [anchors] + AuditLog.options, sharedOptions: .projectTarget,
    examples: [
      ("serin audit verify", "Checks the project's log by itself."),
      ("serin audit verify --anchors anchors.jsonl", "Compares it with what was written down as well."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    var file: AnchorFile?
    if let name = call.arguments[anchors] { file = try AnchorFile(call.input(named: name)) }
    let log = try await AuditLog(call)
    call.console.progress.begin("waiting for \(log.server.address.text)")
    defer { call.console.progress.end() }
    var kept: [AuditAnchor] = []
    if let file { kept = try file.anchors(of: try await log.chain()) }
    let result = try await log.verify(kept)
    let rows = result["rows"].map(FlagText.plain) ?? "?"
    guard result["whole"] == true else {
      _ = try call.show(result, as: Self.faults(result).joined(separator: "; "))
      return .findings
    }
    let head = result["head"].map(FlagText.plain) ?? ""
    let compared = kept.count == 1 ? ", and meets 1 anchor" : kept.isEmpty ? "" : ", and meets \(kept.count) anchors"
    return try call.show(result, as: "the log is whole: \(rows) rows, the last with the hash \(head)\(compared)")
  }

  /// What is wrong, in words.
  static func faults(_ result: JSONValue) -> [String] {
    var faults: [String] = []
    if let row = result["firstBroken"], row != .null {
      faults.append("the log is not whole: row \(FlagText.plain(row)) is not as it was written")
    }
    if let anchor = result["missedAnchor"], anchor != .null {
      let row = FlagText.plain(anchor["sequence"] ?? .null)
      let hash = FlagText.plain(anchor["hash"] ?? .null)
      faults.append("the log does not meet an anchor: row \(row) was written down with the hash \(hash)")
    }
    return faults.isEmpty ? ["the log is not whole"] : faults
  }
}
