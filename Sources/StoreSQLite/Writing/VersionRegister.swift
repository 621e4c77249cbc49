internal import SerinFlags
internal import Store

/// The versions of apps that are told apart for a flag in an environment, with their first and last uses.
///
/// Whoever has a client's key, which is public, can send versions that do not exist. So there is a bound on how many there are,
/// and one on how many a day brings, so that made-up ones do not push real ones out, nor fill the tables of counts.
struct VersionRegister {
  private struct Group: Hashable {
    var environment: Int64
    var flagID: String
  }

  private struct Use {
    var firstAt: Int64
    var lastAt: Int64
  }

  let connection: Connection
  /// What was looked at last: rows of one flag come together.
  private var group: Group?
  /// The versions of that group, those that stand for several left out.
  private var uses: [ExactString: Use] = [:]

  init(connection: Connection) {
    self.connection = connection
  }

  /// The version, or the one for all others when there is no room for it.
  mutating func admitted(_ version: String, for usage: FlagUsage) throws(StoreError) -> String {
    guard AppVersionText.isOne(version) else { return version }
    try load(usage)
    guard uses[ExactString(version)] == nil else { return version }
    let day = UsageAge.day(of: usage.lastAt)
    guard uses.values.count(where: { UsageAge.day(of: $0.firstAt) == day }) < FlagUse.maximumNewVersions else {
      return AppVersionText.other
    }
    guard uses.count < FlagUse.maximumVersions || oldest.map({ UsageAge.day(of: $0.use.lastAt) < day }) == true else {
      return AppVersionText.other
    }
    return version
  }

  /// Notes a use by a version that was admitted; instants never go back.
  mutating func note(_ usage: FlagUsage, by version: String) throws(StoreError) {
    let use = Use(firstAt: usage.lastAt, lastAt: usage.lastAt)
    if AppVersionText.isOne(version) {
      try load(usage)
      if uses[ExactString(version)] == nil, uses.count >= FlagUse.maximumVersions, let (name, old) = oldest {
        try VersionFold(connection: connection).fold(
          FlagUse(
            environment: usage.environment, flagID: usage.flagID, appVersion: name.string, firstAt: old.firstAt,
            lastAt: old.lastAt))
        uses[name] = nil
      }
      let known = uses[ExactString(version)] ?? use
      uses[ExactString(version)] = Use(
        firstAt: min(known.firstAt, use.firstAt), lastAt: max(known.lastAt, use.lastAt))
    }
    try VersionFold(connection: connection).note(
      FlagUse(
        environment: usage.environment, flagID: usage.flagID, appVersion: version, firstAt: use.firstAt,
        lastAt: use.lastAt))
  }

  /// The version whose last use is longest ago.
  private var oldest: (name: ExactString, use: Use)? {
    uses.min { ($0.value.lastAt, $0.key) < ($1.value.lastAt, $1.key) }.map { (name: $0.key, use: $0.value) }
  }

  private mutating func load(_ usage: FlagUsage) throws(StoreError) {
    let wanted = Group(environment: usage.environment, flagID: usage.flagID)
    guard group != wanted else { return }
    let rows = try connection.rows(
      "SELECT env_no, flag_id, app_version, first_at, last_at FROM flag_use WHERE env_no = ? AND flag_id = ?",
      usage.environment, usage.flagID
    ) { $0.flagUse() }
    uses = [:]
    for row in rows where AppVersionText.isOne(row.appVersion) {
      uses[ExactString(row.appVersion)] = Use(firstAt: row.firstAt, lastAt: row.lastAt)
    }
    group = wanted
  }
}
