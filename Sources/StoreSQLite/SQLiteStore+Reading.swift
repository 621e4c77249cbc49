public import Store

extension SQLiteStore {
  /// The store's epoch.
  public func epoch() async throws(StoreError) -> Int64 {
    try await readShort { connection throws(StoreError) in try Self.epoch(connection) }
  }

  /// Every project that is not archived, in the order of their keys.
  public func projects() async throws(StoreError) -> [ProjectRecord] {
    try await readShort { connection throws(StoreError) in
      try connection.rows(
        "SELECT \(Row.projectColumns) FROM project WHERE archived_at IS NULL ORDER BY key"
      ) { row throws(StoreError) in try row.project() }
    }
  }

  /// The environments of one project, or of all, by position.
  public func environments(projectID: String?) async throws(StoreError) -> [EnvironmentRecord] {
    try await readShort { connection throws(StoreError) in
      try connection.rows(
        """
        SELECT \(Row.environmentColumns) FROM environment
        WHERE archived_at IS NULL AND (?1 IS NULL OR project_id = ?1) ORDER BY project_id, position, key
        """, projectID
      ) { row throws(StoreError) in try row.environment() }
    }
  }

  /// The environment's row and its items above a revision, read in one snapshot.
  public func items(environmentID: String, after revision: Int64) async throws(StoreError) -> ItemDelta {
    // What changed since a revision is little as a rule, and a kill is taken in by it; everything is much.
    try await read(isShort: revision > 0) { connection throws(StoreError) in
      try connection.snapshot { () throws(StoreError) in
        let environment = try Self.environment(environmentID, connection)
        let items = try connection.rows(
          """
          SELECT \(Row.itemColumns) FROM item WHERE env_id = ? AND revision > ? ORDER BY revision, kind, id
          """, environmentID, revision
        ) { row throws(StoreError) in try row.item() }
        return ItemDelta(epoch: try Self.epoch(connection), environment: environment, items: items)
      }
    }
  }

  /// The environment's row together with some of its items, read in one snapshot.
  public func items(
    environmentID: String, kind: ItemKind, ids: [String]?
  ) async throws(StoreError) -> ItemDelta {
    try await read(isShort: (ids?.count ?? .max) <= Self.shortRows) { connection throws(StoreError) in
      try connection.snapshot { () throws(StoreError) in
        let environment = try Self.environment(environmentID, connection)
        var items: [ItemRecord] = []
        if let ids {
          for id in ids {
            let item = try connection.row(
              "SELECT \(Row.itemColumns) FROM item WHERE env_id = ? AND kind = ? AND id = ?", environmentID,
              kind.rawValue, id
            ) { row throws(StoreError) in try row.item() }
            if let item { items.append(item) }
          }
        } else {
          items = try connection.rows(
            "SELECT \(Row.itemColumns) FROM item WHERE env_id = ? AND kind = ? ORDER BY id", environmentID,
            kind.rawValue
          ) { row throws(StoreError) in try row.item() }
        }
        return ItemDelta(epoch: try Self.epoch(connection), environment: environment, items: items)
      }
    }
  }

  /// The flags of one project, archived ones included, in the order of their keys' bytes.
  public func flags(projectID: String) async throws(StoreError) -> [FlagRecord] {
    try await read { connection throws(StoreError) in
      try connection.rows(
        "SELECT \(Row.flagColumns) FROM flag WHERE project_id = ? AND deleted_at IS NULL ORDER BY key", projectID
      ) { row throws(StoreError) in try row.flag() }
    }
  }

  /// The flag that owns a key in a project now, or nil.
  public func flag(projectID: String, key: String) async throws(StoreError) -> FlagRecord? {
    try await readShort { connection throws(StoreError) in
      try connection.row(
        "SELECT \(Row.flagColumns) FROM flag WHERE project_id = ? AND key = ? AND deleted_at IS NULL", projectID, key
      ) { row throws(StoreError) in try row.flag() }
    }
  }

  /// One item as it is now, or nil when the environment never had it.
  public func item(environmentID: String, kind: ItemKind, id: String) async throws(StoreError) -> ItemRecord? {
    try await readShort { connection throws(StoreError) in
      try connection.row(
        "SELECT \(Row.itemColumns) FROM item WHERE env_id = ? AND kind = ? AND id = ?",
        environmentID, kind.rawValue, id
      ) { row throws(StoreError) in try row.item() }
    }
  }

  /// Tokens of one project, or of all, oldest first.
  public func tokens(projectID: String?) async throws(StoreError) -> [TokenRecord] {
    try await readShort { connection throws(StoreError) in
      try connection.rows(
        """
        SELECT \(Row.tokenColumns) FROM token WHERE ?1 IS NULL OR project_id = ?1 ORDER BY created_at, id
        """, projectID
      ) { row throws(StoreError) in try row.token() }
    }
  }

  static func environment(_ id: String, _ connection: Connection) throws(StoreError) -> EnvironmentRecord {
    let found = try connection.row(
      "SELECT \(Row.environmentColumns) FROM environment WHERE id = ? AND archived_at IS NULL", id
    ) { row throws(StoreError) in try row.environment() }
    guard let found else { throw .notFound(object: "environment:\(id)") }
    return found
  }

  static func epoch(_ connection: Connection) throws(StoreError) -> Int64 {
    let text = try connection.row("SELECT v FROM meta WHERE k = 'epoch'") { $0.text(0) }
    guard let text, let epoch = Int64(text) else {
      throw .damaged(path: connection.path, reason: "the store's epoch is missing or not a number")
    }
    return epoch
  }
}
