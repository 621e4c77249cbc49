internal import Store

/// The check of one audit chain, done slice by slice.
struct AuditCheck: Sendable {
  /// How a slice ended.
  enum Outcome: Sendable {
    case unfinished
    case whole
    case broken(Int64)
  }

  /// What walks the chain.
  var verifier: AuditVerifier
  /// The chain.
  let chain: String
  private var next = Int64.min

  private static let sliceLength: Int64 = 500

  init(verifier: AuditVerifier, chain: String) {
    self.verifier = verifier
    self.chain = chain
  }

  /// Checks the next slice; the last one also compares the end with the head, on the same state of the database.
  mutating func advance(on connection: Connection) throws(StoreError) -> Outcome {
    let chain = chain
    let start = next
    let (rows, head) = try connection.snapshot { () throws(StoreError) in
      var budget = ByteBudget(HistoryWindow.pageBytes)
      let rows = try connection.rows(
        """
        SELECT \(Row.auditColumns) FROM audit AS a
        LEFT JOIN audit_payload AS p ON p.chain = a.chain AND p.seq = a.seq
        WHERE a.chain = ? AND a.seq >= ? ORDER BY a.seq LIMIT ?
        """, chain, start, Self.sliceLength,
        while: { budget.takes(($0.payload?.before?.utf8.count ?? 0) + ($0.payload?.after?.utf8.count ?? 0)) }
      ) { row throws(StoreError) in try row.auditLink() }
      let head = try connection.row("SELECT seq, hash FROM audit_head WHERE chain = ?", chain) { row in
        AuditHead(sequence: row.integer(0), hash: row.blob(1))
      }
      return (rows, head ?? .empty)
    }
    for row in rows.values {
      if let broken = verifier.brokenSequence(adding: row.link, hash: row.hash, payload: row.payload) {
        return .broken(broken)
      }
      next = row.link.sequence + 1
    }
    if rows.isCut || rows.values.count == Int(Self.sliceLength) { return .unfinished }
    return verifier.brokenSequence(at: head).map(Outcome.broken) ?? .whole
  }
}
