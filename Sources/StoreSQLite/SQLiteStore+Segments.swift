public import Store

extension SQLiteStore {
  /// The segments of one project, those that were deleted included, in the order of their keys' bytes.
  public func segments(projectID: String) async throws(StoreError) -> [SegmentRecord] {
    try await read { connection throws(StoreError) in
      try connection.rows(
        "SELECT \(Row.segmentColumns) FROM segment WHERE project_id = ? ORDER BY key, created_at, id", projectID
      ) { row throws(StoreError) in try row.segment() }
    }
  }

  /// The segment that owns a key in a project now, else the last one that did, else nil.
  public func segment(projectID: String, key: String) async throws(StoreError) -> SegmentRecord? {
    try await readShort { connection throws(StoreError) in
      try connection.row(
        """
        SELECT \(Row.segmentColumns) FROM segment WHERE project_id = ? AND key = ?
        ORDER BY archived_at IS NOT NULL, archived_at DESC, id LIMIT 1
        """, projectID, key
      ) { row throws(StoreError) in try row.segment() }
    }
  }

  /// The versions of one segment's own fields, oldest first, with who wrote them.
  public func segmentHistory(
    segmentID: String, versions: ClosedRange<Int64>
  ) async throws(StoreError) -> [SegmentVersion] {
    try await read { connection throws(StoreError) in
      try connection.rows(
        """
        SELECT \(Row.segmentVersionColumns) FROM segment_history AS h JOIN segment AS s ON s.id = h.segment_id
        LEFT JOIN audit AS a ON a.chain = h.audit_chain AND a.seq = h.audit_seq
        WHERE h.segment_id = ? AND h.version BETWEEN ? AND ? ORDER BY h.version
        """, segmentID, versions.lowerBound, versions.upperBound
      ) { row throws(StoreError) in try row.segmentVersion() }
    }
  }
}
