import SerinLock
import Store

/// Real events whose writes and reads can be made to fail.
final class FaultyEvents: EventStore {
  private struct State {
    /// How many writes still succeed.
    var writesLeft = Int.max
    var failsReads = false
    var failsContexts = false
    var written: [Int] = []
    var periodReads = 0
  }

  let events: any EventStore
  private let state = Lock(State())

  init(_ events: any EventStore) { self.events = events }

  /// Lets so many more writes of counts succeed.
  func allowWrites(_ count: Int) { state.withLock { $0.writesLeft = count } }

  /// Whether reads fail from now on.
  func failReads(_ fails: Bool) { state.withLock { $0.failsReads = fails } }

  /// Whether everything about recent contexts fails from now on.
  func failContexts(_ fails: Bool) { state.withLock { $0.failsContexts = fails } }

  /// How often the last uses of all flags were read.
  var periodReads: Int { state.withLock { $0.periodReads } }

  /// How many rows each write that succeeded had.
  var written: [Int] { state.withLock { $0.written } }

  private func checkRead() throws(StoreError) {
    if state.withLock({ $0.failsReads }) { throw .failed(reason: "the test says so") }
  }

  private func checkContexts() throws(StoreError) {
    if state.withLock({ $0.failsContexts }) { throw .failed(reason: "the test says so") }
  }

  func writeRecentContexts(
    _ contexts: [RecentContextRecord], limits: RecentContextLimits
  ) async throws(StoreError) {
    try checkContexts()
    try await events.writeRecentContexts(contexts, limits: limits)
  }

  func recentContexts(environment: Int64) async throws(StoreError) -> [RecentContextRecord] {
    try checkContexts()
    return try await events.recentContexts(environment: environment)
  }

  func removeRecentContexts(environment: Int64, unit: [UInt8]?) async throws(StoreError) {
    try checkContexts()
    try await events.removeRecentContexts(environment: environment, unit: unit)
  }

  func flagUsageSince() async throws(StoreError) -> Int64 {
    try checkRead()
    return try await events.flagUsageSince()
  }

  func addFlagUsage(_ usage: [FlagUsage]) async throws(StoreError) {
    let isAllowed = state.withLock { state in
      state.writesLeft -= 1
      return state.writesLeft >= 0
    }
    guard isAllowed else { throw .failed(reason: "the test says so") }
    try await events.addFlagUsage(usage)
    state.withLock { $0.written.append(usage.count) }
  }

  func flagUses(environments: [Int64], flagIDs: [String]?) async throws(StoreError) -> [FlagUse] {
    try checkRead()
    return try await events.flagUses(environments: environments, flagIDs: flagIDs)
  }

  func flagUsage(
    environments: [Int64], flagID: String, since instant: Int64
  ) async throws(StoreError) -> [FlagUsageDay] {
    try checkRead()
    return try await events.flagUsage(environments: environments, flagID: flagID, since: instant)
  }

  func flagUsePeriods(environments: [Int64]) async throws(StoreError) -> [FlagUsePeriod] {
    try checkRead()
    state.withLock { $0.periodReads += 1 }
    return try await events.flagUsePeriods(environments: environments)
  }

  func appVersions(environments: [Int64], since instant: Int64) async throws(StoreError) -> [AppVersionUse] {
    try checkRead()
    return try await events.appVersions(environments: environments, since: instant)
  }

  func foldFlagUsage(limit: Int, versionDays: Int64) async throws(StoreError) -> Int {
    try await events.foldFlagUsage(limit: limit, versionDays: versionDays)
  }
}
