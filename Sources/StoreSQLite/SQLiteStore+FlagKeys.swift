public import Store

extension SQLiteStore {
  /// The order in which flags of one project were really created: that of the audit log, since a clock may give one instant
  /// twice.
  private static let creationOrder =
    "(SELECT audit_seq FROM flag_history WHERE flag_id = flag.id ORDER BY version LIMIT 1)"

  /// The flags of one project that were deleted, by key, instant of creation and id: an order that pages can go on in.
  public func deletedFlags(projectID: String) async throws(StoreError) -> [FlagRecord] {
    try await read { connection throws(StoreError) in
      try connection.rows(
        """
        SELECT \(Row.flagColumns) FROM flag WHERE project_id = ? AND deleted_at IS NOT NULL
        ORDER BY key, created_at, id
        """, projectID
      ) { row throws(StoreError) in try row.flag() }
    }
  }

  /// Every flag that has or had a key, the present owner first, then the latest.
  public func flags(projectID: String, everNamed key: String) async throws(StoreError) -> [FlagRecord] {
    try await readShort { connection throws(StoreError) in
      try connection.rows(
        """
        SELECT \(Row.flagColumns) FROM flag WHERE project_id = ? AND key = ?
        ORDER BY deleted_at IS NOT NULL, \(Self.creationOrder) DESC, id
        """, projectID, key
      ) { row throws(StoreError) in try row.flag() }
    }
  }

  /// One flag, deleted or not.
  public func flag(id: String) async throws(StoreError) -> FlagRecord? {
    try await readShort { connection throws(StoreError) in
      try connection.row("SELECT \(Row.flagColumns) FROM flag WHERE id = ?", id) { row throws(StoreError) in
        try row.flag()
      }
    }
  }
}
