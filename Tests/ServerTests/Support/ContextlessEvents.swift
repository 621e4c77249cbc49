import SerinLock
import Store

/// The events of a real store whose recent contexts can be made to fail.
final class ContextlessEvents: EventStore {
  private let events: any EventStore
  private let fails = Lock(false)

  init(_ events: any EventStore) { self.events = events }

  /// Whether everything about contexts fails from now on.
  func fail(_ fails: Bool) { self.fails.withLock { $0 = fails } }

  private func check() throws(StoreError) {
    if fails.withLock({ $0 }) { throw .failed(reason: "the test says so") }
  }

  func writeRecentContexts(
    _ contexts: [RecentContextRecord], limits: RecentContextLimits
  ) async throws(StoreError) {
    try check()
    try await events.writeRecentContexts(contexts, limits: limits)
  }
  func recentContexts(environment: Int64) async throws(StoreError) -> [RecentContextRecord] {
    try check()
    return try await events.recentContexts(environment: environment)
  }
  func removeRecentContexts(environment: Int64, unit: [UInt8]?) async throws(StoreError) {
    try check()
    try await events.removeRecentContexts(environment: environment, unit: unit)
  }
  func flagUsageSince() async throws(StoreError) -> Int64 { try await events.flagUsageSince() }
  func addFlagUsage(_ usage: [FlagUsage]) async throws(StoreError) { try await events.addFlagUsage(usage) }
  func flagUses(environments: [Int64], flagIDs: [String]?) async throws(StoreError) -> [FlagUse] {
    try await events.flagUses(environments: environments, flagIDs: flagIDs)
  }
  func flagUsage(
    environments: [Int64], flagID: String, since instant: Int64
  ) async throws(StoreError) -> [FlagUsageDay] {
    try await events.flagUsage(environments: environments, flagID: flagID, since: instant)
  }
  func foldFlagUsage(limit: Int) async throws(StoreError) -> Int { try await events.foldFlagUsage(limit: limit) }
}
