/// How often flags were evaluated and seen, by hour, and when last.
///
/// What is counted is kept for 90 days by the hour and for two years by the day; instants and hours are UTC.
public protocol FlagUsageStore: Sendable {
  /// The instant from which on usage is remembered, in milliseconds since 1970 UTC: that at which the store was made.
  func flagUsageSince() async throws(StoreError) -> Int64

  /// Adds counts to what is there, all or none of them.
  ///
  /// Clients say which version they are, so the versions that are told apart are bounded: ``FlagUsage/maximumVersions`` of one
  /// flag, environment and hour, and ``FlagUse/maximumVersions`` and ``FlagUse/maximumNewVersions`` of one flag and environment.
  /// Counts of any others go to ``AppVersionText/other``; the uses of one whose place another takes to
  /// ``AppVersionText/earlier``.
  func addFlagUsage(_ usage: [FlagUsage]) async throws(StoreError)

  /// When flags were used first and last, by environment, flag and version of the app.
  ///
  /// The rows of ``FlagUsage/everyFlag`` are among them, whichever flags are asked for.
  /// - Parameters:
  ///   - environments: The numbers of the environments.
  ///   - flagIDs: Only these flags; nil for all.
  func flagUses(environments: [Int64], flagIDs: [String]?) async throws(StoreError) -> [FlagUse]

  /// When flags were used, whichever versions of apps used them, by environment and flag.
  ///
  /// Those of ``FlagUsage/everyFlag`` are not among them.
  /// - Parameter environments: The numbers of the environments.
  func flagUsePeriods(environments: [Int64]) async throws(StoreError) -> [FlagUsePeriod]

  /// The versions of apps that asked for anything, each environment and version once, in their order.
  ///
  /// - Parameters:
  ///   - environments: The numbers of the environments.
  ///   - instant: From when on, in milliseconds since 1970 UTC.
  func appVersions(environments: [Int64], since instant: Int64) async throws(StoreError) -> [AppVersionUse]

  /// What was counted for one flag, by environment, day, rule, variation and version of the app.
  ///
  /// - Parameters:
  ///   - environments: The numbers of the environments.
  ///   - flagID: The flag, or ``FlagUsage/everyFlag``.
  ///   - instant: From when on, in milliseconds since 1970 UTC. Its whole hour counts, or its whole day where hours are
  ///     no longer kept.
  func flagUsage(
    environments: [Int64], flagID: String, since instant: Int64
  ) async throws(StoreError) -> [FlagUsageDay]

  /// Does one step of what time asks for: puts the uses of versions that were not seen for long together, and hours that are
  /// too old to days, and forgets days that are too old.
  ///
  /// - Parameters:
  ///   - limit: How many rows the step may touch, so that other writes get their turn between two of them.
  ///   - versionDays: After how many days without a use a version becomes part of ``AppVersionText/earlier``; also that of days
  ///     that hours are put together to.
  /// - Returns: How many it touched; 0 when nothing is left to do.
  func foldFlagUsage(limit: Int, versionDays: Int64) async throws(StoreError) -> Int
}
