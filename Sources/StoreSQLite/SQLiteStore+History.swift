public import Store

extension SQLiteStore {
  /// The versions of one item, oldest first, with who wrote them.
  public func itemHistory(
    environmentID: String, kind: ItemKind, id: String, versions: ClosedRange<Int64>
  ) async throws(StoreError) -> [ItemVersion] {
    try await read { connection throws(StoreError) in
      try connection.rows(
        """
        SELECT \(Row.itemVersionColumns) FROM item_history AS h
        LEFT JOIN audit AS a ON a.chain = h.audit_chain AND a.seq = h.audit_seq
        WHERE h.env_id = ? AND h.kind = ? AND h.id = ? AND h.version BETWEEN ? AND ? ORDER BY h.version
        """, environmentID, kind.rawValue, id, versions.lowerBound, versions.upperBound
      ) { row throws(StoreError) in try row.itemVersion() }
    }
  }

  /// The versions of one flag's own fields, oldest first, with who wrote them.
  public func flagHistory(flagID: String, versions: ClosedRange<Int64>) async throws(StoreError) -> [FlagVersion] {
    try await read { connection throws(StoreError) in
      try connection.rows(
        """
        SELECT \(Row.flagVersionColumns) FROM flag_history AS h JOIN flag AS f ON f.id = h.flag_id
        LEFT JOIN audit AS a ON a.chain = h.audit_chain AND a.seq = h.audit_seq
        WHERE h.flag_id = ? AND h.version BETWEEN ? AND ? ORDER BY h.version
        """, flagID, versions.lowerBound, versions.upperBound
      ) { row throws(StoreError) in try row.flagVersion() }
    }
  }

  /// Audit rows of one chain, oldest first; a negative limit gives none.
  public func audit(
    chain: String, after sequence: Int64, object: String?, limit: Int
  ) async throws(StoreError) -> [AuditRecord] {
    let atMost = Int64(max(0, limit))
    return try await read { connection throws(StoreError) in
      let rows = """
        SELECT \(Row.auditColumns) FROM audit AS a
        LEFT JOIN audit_payload AS p ON p.chain = a.chain AND p.seq = a.seq
        WHERE a.chain = ? AND a.seq > ?
        """
      if let object {
        return try connection.rows(
          "\(rows) AND a.object = ? ORDER BY a.seq LIMIT ?", chain, sequence, object, atMost
        ) { row throws(StoreError) in try row.auditRecord() }
      }
      return try connection.rows("\(rows) ORDER BY a.seq LIMIT ?", chain, sequence, atMost) { row throws(StoreError) in
        try row.auditRecord()
      }
    }
  }

  /// The number of the first row of a chain that does not fit, or nil when the chain is as it was written.
  ///
  /// A row whose documents were erased fits. For a missing row it is the number that is missing.
  public func firstBrokenAuditRow(chain: String) async throws(StoreError) -> Int64? {
    var check = AuditCheck(verifier: AuditVerifier(chain: chain, key: auditKey), chain: chain)
    // In slices, so that other reads get their turn during the check of a long log.
    while true {
      let current = check
      let result = try await read { connection throws(StoreError) in
        var next = current
        let outcome = try next.advance(on: connection)
        return (next, outcome)
      }
      check = result.0
      switch result.1 {
      case .unfinished: continue
      case .whole: return nil
      case .broken(let sequence): return sequence
      }
    }
  }
}
