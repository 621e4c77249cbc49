import SerinFlags
import Store

/// Rulesets as they were at instants of the past, for evaluations of what was live then.
///
/// The last few are kept, since whoever asks about an instant tends to ask about many contexts.
actor PastRulesets {
  private let store: any ConfigurationStore
  /// Read last, last.
  private var kept: [ServedRuleset] = []

  private static let capacity = 4

  /// Creates a reader.
  init(store: any ConfigurationStore) { self.store = store }

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
    let ruleset = ServedRuleset(past, confirmedAt: instant)
    kept.append(ruleset)
    if kept.count > Self.capacity { kept.removeFirst() }
    return ruleset
  }
}
