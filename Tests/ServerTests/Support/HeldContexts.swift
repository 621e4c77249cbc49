import SerinLock
import Store

/// Recent contexts in memory, as a store that can be made to fail or to wait.
final class HeldContexts: RecentContextStore {
  private struct State {
    var rows: [RecentContextRecord] = []
    var fails = false
    var gate: (@Sendable () async -> Void)?
  }

  private let state = Lock(State())

  /// What is stored, in the order of the hashes.
  var rows: [RecentContextRecord] {
    state.withLock { $0.rows }.sorted { $0.unit.lexicographicallyPrecedes($1.unit) }
  }

  /// Whether everything fails from now on.
  func fail(_ fails: Bool) { state.withLock { $0.fails = fails } }

  /// What a write does before it writes.
  func holdWrites(_ gate: (@Sendable () async -> Void)?) { state.withLock { $0.gate = gate } }

  private func check() throws(StoreError) {
    if state.withLock({ $0.fails }) { throw .failed(reason: "the test says so") }
  }

  func writeRecentContexts(
    _ contexts: [RecentContextRecord], limits: RecentContextLimits
  ) async throws(StoreError) {
    await state.withLock { $0.gate }?()
    try check()
    state.withLock { state in
      for context in contexts {
        state.rows.removeAll { $0.environment == context.environment && $0.unit == context.unit }
        state.rows.append(context)
      }
      state.rows.removeAll { !limits.environments.contains($0.environment) || $0.seenAt < limits.since }
    }
  }

  func recentContexts(environment: Int64) async throws(StoreError) -> [RecentContextRecord] {
    try check()
    return rows.filter { $0.environment == environment }
  }

  func removeRecentContexts(environment: Int64, unit: [UInt8]?) async throws(StoreError) {
    try check()
    state.withLock { state in
      state.rows.removeAll { $0.environment == environment && (unit == nil || $0.unit == unit) }
    }
  }
}
