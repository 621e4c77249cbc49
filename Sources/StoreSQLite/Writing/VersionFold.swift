internal import Store

/// Writes down when versions of apps used flags, and makes versions that are not told apart any more one.
struct VersionFold {
  let connection: Connection

  /// Notes a use; instants never go back.
  func note(_ use: FlagUse) throws(StoreError) {
    try connection.run(
      """
      INSERT INTO flag_use (env_no, flag_id, app_version, first_at, last_at) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET first_at = min(first_at, excluded.first_at), last_at = max(last_at, excluded.last_at)
      """, use.environment, use.flagID, use.appVersion, use.firstAt, use.lastAt)
  }

  /// Makes the uses of a version part of those of earlier versions.
  func fold(_ use: FlagUse) throws(StoreError) {
    try connection.run(
      "DELETE FROM flag_use WHERE env_no = ? AND flag_id = ? AND app_version = ?", use.environment, use.flagID,
      use.appVersion)
    var earlier = use
    earlier.appVersion = AppVersionText.earlier
    try note(earlier)
  }

  /// The version of a flag if it is told apart still, else that of all earlier ones.
  func present(_ version: String, of flagID: String, in environment: Int64) throws(StoreError) -> String {
    guard AppVersionText.isOne(version) else { return version }
    let found = try connection.row(
      "SELECT 1 FROM flag_use WHERE env_no = ? AND flag_id = ? AND app_version = ?", environment, flagID, version,
      make: { _ in true })
    return found == nil ? AppVersionText.earlier : version
  }

  /// Folds versions whose last use is before an instant.
  /// - Returns: How many.
  func fold(before bound: Int64, limit: Int) throws(StoreError) -> Int {
    let old = try connection.rows(
      """
      SELECT env_no, flag_id, app_version, first_at, last_at FROM flag_use
      WHERE last_at < ? AND app_version NOT IN (?, ?, ?) ORDER BY last_at LIMIT ?
      """, bound, AppVersionText.none, AppVersionText.other, AppVersionText.earlier, Int64(limit)
    ) { $0.flagUse() }
    for use in old { try fold(use) }
    return old.count
  }
}
