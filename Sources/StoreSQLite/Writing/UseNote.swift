internal import Store

/// Notes when a version of an app used a flag first and last.
struct UseNote {
  let connection: Connection

  /// Notes a use; instants never go back.
  func note(_ usage: FlagUsage, by version: String) throws(StoreError) {
    let isKnown = try connection.row(
      "SELECT 1 FROM flag_use WHERE env_no = ? AND flag_id = ? AND app_version = ?", usage.environment, usage.flagID,
      version, make: { _ in true })
    if isKnown == nil { try makeRoom(usage) }
    try connection.run(
      """
      INSERT INTO flag_use (env_no, flag_id, app_version, first_at, last_at) VALUES (?, ?, ?, ?4, ?4)
      ON CONFLICT DO UPDATE SET first_at = min(first_at, excluded.first_at), last_at = max(last_at, excluded.last_at)
      """, usage.environment, usage.flagID, version, usage.lastAt)
  }

  /// Forgets the version whose last use is longest ago when as many are remembered as may be.
  private func makeRoom(_ usage: FlagUsage) throws(StoreError) {
    let count = try connection.row(
      "SELECT count(*) FROM flag_use WHERE env_no = ? AND flag_id = ?", usage.environment, usage.flagID
    ) { $0.integer(0) }
    guard count ?? 0 >= Int64(FlagUse.maximumVersions) else { return }
    try connection.run(
      """
      DELETE FROM flag_use WHERE env_no = ?1 AND flag_id = ?2 AND app_version = (
        SELECT app_version FROM flag_use WHERE env_no = ?1 AND flag_id = ?2 ORDER BY last_at, app_version LIMIT 1)
      """, usage.environment, usage.flagID)
  }
}
