internal import Store

extension ChangeApplication {
  /// The end of the chain as it is now.
  mutating func readHead() throws(StoreError) -> AuditHead {
    if let head { return head }
    let found = try connection.row("SELECT seq, hash FROM audit_head WHERE chain = ?", chain) { row in
      AuditHead(sequence: row.integer(0), hash: row.blob(1))
    }
    head = found ?? .empty
    return found ?? .empty
  }

  /// Erases the documents of an earlier row; erasing them twice changes nothing.
  func apply(_ erasure: AuditErasure, to log: inout EditLog) throws(StoreError) {
    let found = try connection.row(
      "SELECT 1 FROM audit WHERE chain = ? AND seq = ?", chain, erasure.sequence, make: { _ in true })
    guard found != nil else { throw .notFound(object: "audit row \(erasure.sequence)") }
    let payload = try connection.row(
      "SELECT 1 FROM audit_payload WHERE chain = ? AND seq = ?", chain, erasure.sequence, make: { _ in true })
    guard payload != nil else { return }
    try connection.run("DELETE FROM audit_payload WHERE chain = ? AND seq = ?", chain, erasure.sequence)
    connection.noteErasure()
    log.after.erased = erasure.sequence
  }

  /// Writes the audit rows of one edit.
  mutating func record(_ log: EditLog, as entry: AuditEntry) throws(StoreError) {
    for part in log.parts {
      var before = log.before
      var after = log.after
      before.items = part.before
      after.items = part.after
      try append(entry, environmentID: part.environmentID, revision: part.revision, before: before, after: after)
    }
    let isProjectOnly = log.parts.isEmpty && (log.before != AuditDocument() || log.after != AuditDocument())
    if isProjectOnly {
      try append(entry, environmentID: nil, revision: nil, before: log.before, after: log.after)
    }
  }

  private mutating func append(
    _ entry: AuditEntry, environmentID: String?, revision: Int64?, before: AuditDocument, after: AuditDocument
  ) throws(StoreError) {
    let head = try readHead()
    let payload = AuditPayload(before: before.text, after: after.text)
    let link = AuditLink(
      chain: chain, sequence: head.sequence + 1, at: at, entry: entry, environmentID: environmentID,
      revision: revision, payloadHash: payload.hash, previousHash: head.hash)
    let hash = link.hash(key: auditKey)
    try connection.run(
      """
      INSERT INTO audit (chain, seq, at, actor, via, action, env_id, object, reason, request_id, revision,
        payload_hash, prev_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      chain, link.sequence, at, entry.actor, entry.via, entry.action, environmentID, entry.object, entry.reason,
      entry.requestID, revision, link.payloadHash, link.previousHash, hash)
    try connection.run(
      "INSERT INTO audit_payload (chain, seq, before_doc, after_doc, salt) VALUES (?, ?, ?, ?, ?)",
      chain, link.sequence, payload.before, payload.after, payload.salt)
    self.head = AuditHead(sequence: link.sequence, hash: hash)
    sequences.append(link.sequence)
  }
}
