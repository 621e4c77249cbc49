/// The contexts that evaluations brought lately, a bounded sample for each environment.
///
/// That is no configuration: it leaves no audit rows. Nodes that share a store share the sample.
public protocol RecentContextStore: Sendable {
  /// Writes contexts down in one batch, then removes what is beyond the limits.
  ///
  /// There is one context for each unit of an environment: the one that was seen last.
  /// - Parameter limits: Also applied when there is nothing to write.
  func writeRecentContexts(
    _ contexts: [RecentContextRecord], limits: RecentContextLimits
  ) async throws(StoreError)

  /// The contexts of one environment, in the order of their hashes.
  ///
  /// - Parameter environment: The environment's number.
  func recentContexts(environment: Int64) async throws(StoreError) -> [RecentContextRecord]

  /// Removes the contexts of one environment.
  ///
  /// - Parameters:
  ///   - environment: The environment's number.
  ///   - unit: Only the one with this hash; nil for all of them.
  func removeRecentContexts(environment: Int64, unit: [UInt8]?) async throws(StoreError)
}
