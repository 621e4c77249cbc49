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

  /// What the environment held at an instant.
  public func items(
    environmentID: String, at instant: Int64, kind: ItemKind?
  ) async throws(StoreError) -> ItemDelta {
    try await read { connection throws(StoreError) in
      try connection.snapshot { () throws(StoreError) in
        var environment = try Self.environment(environmentID, connection)
        // The clock may have been set back, so the last revision that was written by then counts.
        environment.revision =
          try connection.row(
            """
            SELECT max(coalesce((SELECT max(revision) FROM item_history WHERE env_id = ?1 AND at <= ?2), 0),
              coalesce((SELECT max(revision) FROM environment_advance WHERE env_id = ?1 AND at <= ?2), 0))
            """, environmentID, instant
          ) { $0.integer(0) } ?? 0
        let items = try connection.rows(
          """
          SELECT \(Row.pastItemColumns) FROM item_history AS h JOIN (
            SELECT kind, id, max(version) AS version FROM item_history INDEXED BY item_history_revision
            WHERE env_id = ?1 AND revision <= ?2 AND (?3 IS NULL OR kind = ?3) GROUP BY kind, id) AS last
          ON h.env_id = ?1 AND h.kind = last.kind AND h.id = last.id AND h.version = last.version
          ORDER BY h.revision, h.kind, h.id
          """, environmentID, environment.revision, kind?.rawValue
        ) { row throws(StoreError) in try row.item() }
        environment.digest = items.reduce(.zero) { $0 + $1.digest }
        return ItemDelta(epoch: try Self.epoch(connection), environment: environment, items: items)
      }
    }
  }

  /// The ends of every chain of the audit log.
  public func auditHeads() async throws(StoreError) -> [String: AuditHead] {
    let heads = try await readShort { connection throws(StoreError) in
      try connection.rows("SELECT chain, seq, hash FROM audit_head ORDER BY chain") { row in
        (chain: row.text(0), head: AuditHead(sequence: row.integer(1), hash: row.blob(2)))
      }
    }
    return Dictionary(heads.map { ($0.chain, $0.head) }, uniquingKeysWith: { first, _ in first })
  }

  /// The hash of one audit row.
  public func auditHash(chain: String, sequence: Int64) async throws(StoreError) -> [UInt8]? {
    try await readShort { connection throws(StoreError) in
      try connection.row("SELECT hash FROM audit WHERE chain = ? AND seq = ?", chain, sequence) { $0.blob(0) }
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
