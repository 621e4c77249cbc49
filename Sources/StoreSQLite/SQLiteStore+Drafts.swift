public import Store

extension SQLiteStore {
  /// Keeps a draft in the place of the one that its owner had of the same thing.
  public func saveDraft(_ draft: DraftRecord, maximum: Int) async throws(StoreError) -> DraftRecord? {
    try draft.checkText()
    let clock = clock
    return try await write { connection throws(StoreError) in
      var saved: DraftRecord?
      try connection.transaction { () throws(StoreError) in
        let others = try connection.row(
          "SELECT count(*) FROM draft WHERE owner = ? AND project_id = ? AND NOT (env_id = ? AND object = ?)",
          draft.owner, draft.projectID, draft.environmentID, draft.object
        ) { $0.integer(0) }
        guard (others ?? 0) < maximum else { return }
        var record = draft
        record.updatedAt = clock()
        try connection.run(
          """
          INSERT INTO draft (\(Row.draftColumns)) VALUES (?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (owner, env_id, object) DO UPDATE
          SET base = excluded.base, document = excluded.document, updated_at = excluded.updated_at
          """, record.owner, record.projectID, record.environmentID, record.object, record.base, record.document,
          record.updatedAt)
        saved = record
      }
      return saved
    }
  }

  /// The drafts that somebody has in a project.
  public func drafts(
    owner: String, projectID: String, environmentID: String?
  ) async throws(StoreError) -> [DraftRecord] {
    try await read { connection throws(StoreError) in
      try connection.rows(
        """
        SELECT \(Row.draftColumns) FROM draft WHERE owner = ? AND project_id = ? AND (? IS NULL OR env_id = ?)
        ORDER BY env_id, object
        """, owner, projectID, environmentID, environmentID
      ) { $0.draft() }
    }
  }

  /// One draft.
  public func draft(owner: String, environmentID: String, object: String) async throws(StoreError) -> DraftRecord? {
    try await readShort { connection throws(StoreError) in
      try connection.row(
        "SELECT \(Row.draftColumns) FROM draft WHERE owner = ? AND env_id = ? AND object = ?", owner, environmentID,
        object
      ) { $0.draft() }
    }
  }

  /// Throws a draft away.
  @discardableResult
  public func removeDraft(owner: String, environmentID: String, object: String) async throws(StoreError) -> Bool {
    try await write { connection throws(StoreError) in
      let found = try connection.row(
        "SELECT 1 FROM draft WHERE owner = ? AND env_id = ? AND object = ?", owner, environmentID, object
      ) { _ in true }
      try connection.run(
        "DELETE FROM draft WHERE owner = ? AND env_id = ? AND object = ?", owner, environmentID, object)
      return found ?? false
    }
  }

  /// Throws drafts away that nobody touched for long, and those of environments that are gone.
  public func removeOldDrafts(lifetime: Int64) async throws(StoreError) {
    let clock = clock
    try await write { connection throws(StoreError) in
      try connection.run(
        "DELETE FROM draft WHERE updated_at <= ? OR env_id NOT IN (SELECT id FROM environment)", clock() - lifetime)
    }
  }
}
