public import Store

extension SQLiteStore {
  /// Audit rows of one chain, oldest first, as far as a number of rows and of bytes lets.
  public func auditPage(
    chain: String, after sequence: Int64, object: String?, limit: Int, bytes: Int
  ) async throws(StoreError) -> AuditPage {
    guard limit > 0 else { return AuditPage(rows: [], hasMore: false) }
    // One more than is given tells whether there are more.
    let atMost = Int64(limit).addingReportingOverflow(1).partialValue
    return try await read { connection throws(StoreError) in
      let rows = """
        SELECT \(Row.auditColumns) FROM audit AS a
        LEFT JOIN audit_payload AS p ON p.chain = a.chain AND p.seq = a.seq
        WHERE a.chain = ? AND a.seq > ?
        """
      var budget = ByteBudget(bytes)
      var count = 0
      func fits(_ row: AuditRecord) -> Bool {
        count += 1
        return count <= limit && budget.takes(row.documentBytes)
      }
      let found =
        if let object {
          try connection.rows(
            "\(rows) AND a.object = ? ORDER BY a.seq LIMIT ?", chain, sequence, object, atMost, while: fits
          ) { row throws(StoreError) in try row.auditRecord() }
        } else {
          try connection.rows("\(rows) ORDER BY a.seq LIMIT ?", chain, sequence, atMost, while: fits) {
            row throws(StoreError) in try row.auditRecord()
          }
        }
      return AuditPage(rows: found.values, hasMore: found.isCut)
    }
  }

  /// Versions of one item, newest first, with who wrote them.
  public func itemHistory(
    environmentID: String, kind: ItemKind, id: String, newest window: HistoryWindow
  ) async throws(StoreError) -> [ItemVersion] {
    try await read(isShort: window.rows <= Self.shortRows) { connection throws(StoreError) in
      var budget = ByteBudget(window.bytes)
      return try connection.rows(
        """
        SELECT \(Row.itemVersionColumns) FROM item_history AS h
        LEFT JOIN audit AS a ON a.chain = h.audit_chain AND a.seq = h.audit_seq
        WHERE h.env_id = ? AND h.kind = ? AND h.id = ? AND h.version BETWEEN ? AND ? ORDER BY h.version DESC LIMIT ?
        """, environmentID, kind.rawValue, id, window.versions.lowerBound, window.versions.upperBound,
        Int64(max(0, window.rows)), while: { budget.takes($0.item.document.utf8.count) }
      ) { row throws(StoreError) in try row.itemVersion() }.values
    }
  }

  /// Versions of one flag's own fields, newest first, with who wrote them.
  public func flagHistory(flagID: String, newest window: HistoryWindow) async throws(StoreError) -> [FlagVersion] {
    try await read { connection throws(StoreError) in
      var budget = ByteBudget(window.bytes)
      return try connection.rows(
        """
        SELECT \(Row.flagVersionColumns) FROM flag_history AS h JOIN flag AS f ON f.id = h.flag_id
        LEFT JOIN audit AS a ON a.chain = h.audit_chain AND a.seq = h.audit_seq
        WHERE h.flag_id = ? AND h.version BETWEEN ? AND ? ORDER BY h.version DESC LIMIT ?
        """, flagID, window.versions.lowerBound, window.versions.upperBound, Int64(max(0, window.rows)),
        while: { budget.takes($0.flag.textBytes) }
      ) { row throws(StoreError) in try row.flagVersion() }.values
    }
  }

  /// Versions of one segment's own fields, newest first, with who wrote them.
  public func segmentHistory(
    segmentID: String, newest window: HistoryWindow
  ) async throws(StoreError) -> [SegmentVersion] {
    try await read { connection throws(StoreError) in
      var budget = ByteBudget(window.bytes)
      return try connection.rows(
        """
        SELECT \(Row.segmentVersionColumns) FROM segment_history AS h JOIN segment AS s ON s.id = h.segment_id
        LEFT JOIN audit AS a ON a.chain = h.audit_chain AND a.seq = h.audit_seq
        WHERE h.segment_id = ? AND h.version BETWEEN ? AND ? ORDER BY h.version DESC LIMIT ?
        """, segmentID, window.versions.lowerBound, window.versions.upperBound, Int64(max(0, window.rows)),
        while: { budget.takes($0.segment.description.utf8.count) }
      ) { row throws(StoreError) in try row.segmentVersion() }.values
    }
  }
}

extension AuditRecord {
  /// How many bytes its documents have.
  fileprivate var documentBytes: Int { (before?.utf8.count ?? 0) + (after?.utf8.count ?? 0) }
}

extension FlagRecord {
  /// How many bytes the texts have that may be long.
  fileprivate var textBytes: Int { description.utf8.count + propertyTypes.utf8.count }
}
