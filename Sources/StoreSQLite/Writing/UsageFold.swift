internal import Store

/// What time asks for: versions that were not seen for long become one, hours that are too old become days, and days that are too
/// old are forgotten.
struct UsageFold {
  let connection: Connection
  let age: UsageAge

  /// Does as much as a number of rows allows, the oldest first.
  ///
  /// - Returns: How many rows were read or removed; 0 when nothing is left.
  func run(limit: Int) throws(StoreError) -> Int {
    var left = max(0, limit)
    left -= try VersionFold(connection: connection).fold(before: age.firstVersionUse, limit: left)
    left -= try foldHours(left)
    left -= try remove(
      """
      DELETE FROM flag_usage_day WHERE (env_no, flag_id, day, rule_id, variation, app_version) IN (
        SELECT env_no, flag_id, day, rule_id, variation, app_version FROM flag_usage_day WHERE day < ? LIMIT ?)
      RETURNING 1
      """, before: age.firstDay, left)
    left -= try remove(
      """
      DELETE FROM flag_use WHERE (env_no, flag_id, app_version) IN (
        SELECT env_no, flag_id, app_version FROM flag_use WHERE last_at < ? LIMIT ?)
      RETURNING 1
      """, before: age.firstUse, left)
    return max(0, limit) - left
  }

  private func foldHours(_ limit: Int) throws(StoreError) -> Int {
    let hours = try connection.rows(
      """
      SELECT env_no, flag_id, hour, rule_id, variation, app_version, evaluated, exposed FROM flag_usage
      WHERE hour < ? ORDER BY hour LIMIT ?
      """, age.firstHour, Int64(limit)
    ) { row in
      UsageAddition.Row(
        environment: row.integer(0), flagID: row.text(1), span: row.integer(2), ruleID: row.text(3),
        variation: row.text(4), appVersion: row.text(5), evaluated: row.integer(6), exposed: row.integer(7))
    }
    var days = UsageAddition(connection: connection, table: .days)
    for hour in hours {
      var day = hour
      day.span /= 24
      day.appVersion = try VersionFold(connection: connection)
        .present(day.appVersion, of: day.flagID, in: day.environment)
      _ = try days.add(day)
      try connection.run(
        """
        DELETE FROM flag_usage
        WHERE env_no = ? AND flag_id = ? AND hour = ? AND rule_id = ? AND variation = ? AND app_version = ?
        """, hour.environment, hour.flagID, hour.span, hour.ruleID, hour.variation, hour.appVersion)
    }
    return hours.count
  }

  private func remove(_ statement: String, before bound: Int64, _ limit: Int) throws(StoreError) -> Int {
    guard limit > 0 else { return 0 }
    return try connection.rows(statement, bound, Int64(limit)) { _ in true }.count
  }
}
