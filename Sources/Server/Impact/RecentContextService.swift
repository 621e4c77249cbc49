import SerinFlags
import Store

/// What can be done with the contexts that evaluations brought lately.
struct RecentContextService: Sendable {
  let memory: RecentContexts
  let store: any RecentContextStore
  let keeper: RulesetKeeper
  /// Where writing, reading and deleting wait for each other: what is being written must not be missed by a reader, nor
  /// come back after a deletion.
  private let line = WaitingLine(places: 1, capacity: 64, of: "uses of recent contexts")

  init(memory: RecentContexts, store: any RecentContextStore, keeper: RulesetKeeper) {
    self.memory = memory
    self.store = store
    self.keeper = keeper
  }

  /// A context that was seen.
  struct Seen: Sendable, Hashable {
    let hash: ContextHash
    /// As exact JSON text.
    let context: String
    /// Milliseconds since 1970 UTC.
    let at: Int64
  }

  /// Writes down what was seen since the last time, and forgets what is too old or must not be kept any more.
  ///
  /// What could not be written is written the next time.
  func writeDown() async throws(Problem) {
    try await exclusively { () async throws(Problem) in
      let kept = keeper.state.rulesets.values.map(\.environment).filter(\.keepsContexts)
      let limits = RecentContextLimits(
        environments: Set(kept.map(\.number)), since: keeper.milliseconds - ContextSample.lifetime,
        count: ContextSample.capacity, countWithoutUnit: ContextSample.capacityWithoutUnit)
      let records = memory.takeUnwritten(keeping: limits.environments, since: limits.since)
      do throws(StoreError) { try await store.writeRecentContexts(records, limits: limits) } catch {
        memory.putBack(records)
        throw Problem(error)
      }
    }
  }

  /// The contexts of an environment that were seen within a day, in the order of their hashes; none while it keeps none.
  ///
  /// A smaller number of them from the beginning is a fair sample too.
  func contexts(in environment: EnvironmentRecord) async throws(Problem) -> [Seen] {
    try await exclusively { () async throws(Problem) in try await read(environment) }
  }

  /// The same, called while nothing is being written down: what is would be neither in memory nor in the store.
  private func read(_ environment: EnvironmentRecord) async throws(Problem) -> [Seen] {
    guard keeper.state.rulesets[environment.id]?.environment.keepsContexts ?? false else { return [] }
    let unwritten = memory.unwritten(in: environment)
    let stored = try await withStore { () async throws(StoreError) in
      try await store.recentContexts(environment: environment.number)
    }
    let oldest = keeper.milliseconds - ContextSample.lifetime
    var sample = ContextSample()
    for record in stored + unwritten where record.seenAt >= oldest {
      guard let hash = ContextHash(bytes: record.unit, hasUnit: record.hasUnit) else { continue }
      _ = sample.add(hash, record.context, at: record.seenAt)
    }
    return sample.takeUnwritten().map { Seen(hash: $0.hash, context: $0.context, at: $0.seenAt) }
      .sorted { $0.hash.value < $1.hash.value }
  }

  /// Deletes the contexts of an environment.
  /// - Parameter userID: Only those of this user; nil for all of them.
  /// - Returns: How many there were.
  func remove(userID: String?, in environment: EnvironmentRecord) async throws(Problem) -> Int {
    try await exclusively { () async throws(Problem) in
      let hash = userID.map { memory.hash(ofUser: $0, in: environment) }
      let known = try await read(environment).filter { hash == nil || $0.hash == hash }
      memory.forget(hash, in: environment)
      try await withStore { () async throws(StoreError) in
        try await store.removeRecentContexts(environment: environment.number, unit: hash?.bytes)
      }
      return known.count
    }
  }

  private func exclusively<R>(_ body: () async throws(Problem) -> R) async throws(Problem) -> R {
    try await line.pass("", body)
  }
}
