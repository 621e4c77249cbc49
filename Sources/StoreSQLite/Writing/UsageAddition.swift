internal import SerinFlags
internal import Store

/// Adds counts to a table of usage, with a bound on the versions of apps that are told apart.
struct UsageAddition {
  /// A table of counts and what its rows are about.
  enum Table: String {
    case hours = "flag_usage"
    case days = "flag_usage_day"

    /// The column with the hour or the day.
    var span: String { self == .hours ? "hour" : "day" }
  }

  /// Counts of a flag in an hour or a day.
  struct Row {
    var environment: Int64
    var flagID: String
    /// The hour or the day.
    var span: Int64
    var ruleID: String
    var variation: String
    var appVersion: String
    var evaluated: Int64
    var exposed: Int64

    init(
      environment: Int64, flagID: String, span: Int64, ruleID: String, variation: String, appVersion: String,
      evaluated: Int64, exposed: Int64
    ) {
      self.environment = environment
      self.flagID = flagID
      self.span = span
      self.ruleID = ruleID
      self.variation = variation
      self.appVersion = appVersion
      self.evaluated = evaluated
      self.exposed = exposed
    }

    init(_ usage: FlagUsage) {
      self.init(
        environment: usage.environment, flagID: usage.flagID, span: usage.hour, ruleID: usage.ruleID,
        variation: usage.variation, appVersion: usage.appVersion, evaluated: usage.evaluated, exposed: usage.exposed)
    }
  }

  /// What versions are counted together.
  private struct Group: Hashable {
    var environment: Int64
    var flagID: String
    var span: Int64
  }

  let connection: Connection
  let table: Table
  /// The versions that each group has, as far as it was looked at.
  private var versions: [Group: Set<ExactString>] = [:]

  init(connection: Connection, table: Table) {
    self.connection = connection
    self.table = table
  }

  /// Adds counts.
  /// - Returns: The version that they were counted for.
  mutating func add(_ row: Row) throws(StoreError) -> String {
    let version = try admitted(AppVersionText.kept(row.appVersion), for: row)
    try connection.run(
      """
      INSERT INTO \(table.rawValue)
        (env_no, flag_id, \(table.span), rule_id, variation, app_version, evaluated, exposed)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET evaluated = evaluated + excluded.evaluated, exposed = exposed + excluded.exposed
      """, row.environment, row.flagID, row.span, row.ruleID, row.variation, version, row.evaluated, row.exposed)
    return version
  }

  /// The version, or the one for all others when there are too many already.
  private mutating func admitted(_ version: String, for row: Row) throws(StoreError) -> String {
    guard AppVersionText.isOne(version) else { return version }
    let name = ExactString(version)
    let group = Group(environment: row.environment, flagID: row.flagID, span: row.span)
    var known: Set<ExactString>
    if let seen = versions[group] { known = seen } else { known = try stored(group) }
    versions[group] = nil
    if known.count < FlagUsage.maximumVersions { known.insert(name) }
    versions[group] = known
    return known.contains(name) ? version : AppVersionText.other
  }

  private func stored(_ group: Group) throws(StoreError) -> Set<ExactString> {
    let names = try connection.rows(
      """
      SELECT DISTINCT app_version FROM \(table.rawValue)
      WHERE env_no = ? AND flag_id = ? AND \(table.span) = ? AND app_version NOT IN (?, ?, ?)
      """, group.environment, group.flagID, group.span, AppVersionText.none, AppVersionText.other,
      AppVersionText.earlier
    ) { $0.text(0) }
    return Set(names.map { ExactString($0) })
  }
}
