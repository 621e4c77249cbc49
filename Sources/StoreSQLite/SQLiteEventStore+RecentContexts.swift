public import Store

extension SQLiteEventStore {
  /// Writes contexts down and removes what is beyond the limits, in one transaction.
  public func writeRecentContexts(
    _ contexts: [RecentContextRecord], limits: RecentContextLimits
  ) async throws(StoreError) {
    try await threads.writeInGroup { connection throws(StoreError) in
      for context in contexts {
        try connection.run(
          """
          INSERT INTO recent_context (\(Row.recentContextColumns)) VALUES (?, ?, ?, ?, ?)
          ON CONFLICT (env_no, unit) DO UPDATE
          SET has_unit = excluded.has_unit, context = excluded.context, seen_at = excluded.seen_at
          WHERE excluded.seen_at >= seen_at
          """, context.environment, context.unit, context.hasUnit, context.context, context.seenAt)
      }
      let old = try connection.rows(
        "DELETE FROM recent_context WHERE seen_at < ? RETURNING 1", limits.since, make: { _ in true })
      if !old.isEmpty { connection.noteErasure() }
      for number in try connection.rows("SELECT DISTINCT env_no FROM recent_context", make: { $0.integer(0) }) {
        if limits.environments.contains(number) {
          try Self.thin(number, to: limits, connection)
        } else {
          try connection.run("DELETE FROM recent_context WHERE env_no = ?", number)
          connection.noteErasure()
        }
      }
    }
  }

  /// Removes the largest hashes of an environment that has too many.
  private static func thin(
    _ environment: Int64, to limits: RecentContextLimits, _ connection: Connection
  ) throws(StoreError) {
    func remove(_ count: Int64, hasUnit: Bool) throws(StoreError) {
      guard count > 0 else { return }
      try connection.run(
        """
        DELETE FROM recent_context WHERE env_no = ?1 AND unit IN
          (SELECT unit FROM recent_context WHERE env_no = ?1 AND has_unit = ?2 ORDER BY unit DESC LIMIT ?3)
        """, environment, hasUnit, count)
    }
    func count(hasUnit: Bool) throws(StoreError) -> Int64 {
      try connection.row(
        "SELECT count(*) FROM recent_context WHERE env_no = ? AND has_unit = ?", environment, hasUnit
      ) { $0.integer(0) } ?? 0
    }
    try remove(try count(hasUnit: false) - Int64(limits.countWithoutUnit), hasUnit: false)
    let total = try count(hasUnit: false) + count(hasUnit: true)
    try remove(total - Int64(limits.count), hasUnit: true)
  }

  /// The contexts of one environment, in the order of their hashes.
  public func recentContexts(environment: Int64) async throws(StoreError) -> [RecentContextRecord] {
    try await threads.read { connection throws(StoreError) in
      try connection.rows(
        "SELECT \(Row.recentContextColumns) FROM recent_context WHERE env_no = ? ORDER BY unit", environment
      ) { $0.recentContext() }
    }
  }

  /// Removes the contexts of one environment, or one of them.
  public func removeRecentContexts(environment: Int64, unit: [UInt8]?) async throws(StoreError) {
    try await threads.writeInGroup { connection throws(StoreError) in
      if let unit {
        try connection.run("DELETE FROM recent_context WHERE env_no = ? AND unit = ?", environment, unit)
      } else {
        try connection.run("DELETE FROM recent_context WHERE env_no = ?", environment)
      }
      connection.noteErasure()
    }
  }
}
