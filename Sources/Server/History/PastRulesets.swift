import SerinFlags
import Store

/// Rulesets as they were at instants of the past, for evaluations of what was live then.
///
/// The last few are kept, since whoever asks about an instant tends to ask about many contexts.
actor PastRulesets {
  private let store: any ConfigurationStore
  private let keeper: RulesetKeeper
  /// Read last, last.
  private var kept: [ServedRuleset] = []

  private static let capacity = 4

  /// Creates a reader.
  /// - Parameter keeper: Has the long lists at hand that have not changed since.
  init(store: any ConfigurationStore, keeper: RulesetKeeper) {
    self.store = store
    self.keeper = keeper
  }

  /// What an environment served at an instant.
  ///
  /// - Parameter instant: Milliseconds since 1970 UTC.
  func ruleset(of environment: EnvironmentRecord, at instant: Int64) async throws(Problem) -> ServedRuleset {
    let past = try await withStore { () async throws(StoreError) in
      try await store.items(environmentID: environment.id, at: instant, kind: nil)
    }
    let known = kept.firstIndex {
      $0.environment.id == past.environment.id && $0.epoch == past.epoch
        && $0.environment.revision == past.environment.revision
    }
    if let known {
      let ruleset = kept.remove(at: known)
      kept.append(ruleset)
      return ruleset
    }
    let lists = try await withStore { () async throws(StoreError) in try await keeper.lists(of: past) }
    let ruleset = ServedRuleset(past, lists: lists, confirmedAt: instant)
    kept.append(ruleset)
    if kept.count > Self.capacity { kept.removeFirst() }
    return ruleset
  }
}
