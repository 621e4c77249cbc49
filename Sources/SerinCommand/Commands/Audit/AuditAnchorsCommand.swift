import SerinFlags

/// `serin audit anchors`: the log's end now, to be kept elsewhere.
enum AuditAnchorsCommand: Command {
  static let description = CommandDescription(
    "audit anchors", summary: "Print the end of the audit log, to be kept elsewhere.",
    discussion: [
      """
      A line of JSON as "serin serve --audit-anchors" writes it, with the clock of this machine; "serin audit verify \
      --anchors" takes it. The server recomputes the log before: one that is not whole gives no anchor, and 6. A log \
      without rows has no end, and nothing is printed.
      """
    ],
    options: AuditLog.options, sharedOptions: .projectTarget,
    examples: [("serin audit anchors", "Prints the end of the project's log.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let log = try await AuditLog(call)
    call.console.progress.begin("waiting for \(log.server.address.text)")
    defer { call.console.progress.end() }
    let chain = try await log.chain()
    let result = try await log.verify([])
    guard result["whole"] == true else {
      for fault in AuditVerifyCommand.faults(result) { try call.console.remark(fault) }
      if call.console.isJSON { try call.console.print(json: result) }
      return .findings
    }
    guard result["rows"] != 0 else {
      try call.console.remark("the log has no rows yet")
      return .done
    }
    guard let anchor = AuditAnchor(sequence: result["rows"]?.numberValue, hash: result["head"]?.stringValue) else {
      throw log.server.isNoSerinServer("it does not say \"rows\" and \"head\"")
    }
    let line: JSONValue = [
      "at": .string(Timestamp.now.description), "chain": .string(chain), "hash": .string(anchor.hash),
      "sequence": .number(Double(anchor.sequence)),
    ]
    try call.console.print(jsonBytes: line.serialized())
    return .done
  }
}
