import SerinFlags
import SerinLock
import Store

/// Rulesets as they were at instants of the past, for evaluations of what was live then.
///
/// Reading one costs as much as loading the environment when the server starts: every item of then is read and compiled, and
/// long lists that have changed since are put together. So only some are read at a time, and the last few are kept, since
/// whoever asks about an instant tends to ask about many contexts: those cost nothing but the evaluation.
final class PastRulesets: Sendable {
  private struct Kept {
    let ruleset: ServedRuleset
    /// From when to when it is known to have been live, in milliseconds since 1970 UTC; nil while it may change.
    var instants: ClosedRange<Int64>?
  }

  /// How many are read at the same time, and how many requests wait for that.
  static let readers = 2
  static let waiters = 64
  /// How many are kept, and how many ids their long lists may have together.
  private static let capacity = 4
  private static let listedIDs = 5_000_000
  /// After how long an instant is over for good, in milliseconds.
  ///
  /// Until then a change may still come to lie before it, since the clocks of a node and of the store can differ.
  private static let settlingTime: Int64 = 60_000

  private let store: any ConfigurationStore
  private let keeper: RulesetKeeper
  private let line = WaitingLine(places: readers, capacity: waiters, of: "evaluations of the past")
  /// Used last, last.
  private let kept = Lock<[Kept]>([])

  /// Creates a reader.
  /// - Parameter keeper: Has the long lists at hand that have not changed since.
  init(store: any ConfigurationStore, keeper: RulesetKeeper) {
    self.store = store
    self.keeper = keeper
  }

  /// What an environment served at an instant.
  ///
  /// - Parameter instant: Milliseconds since 1970 UTC.
  /// - Throws: 503 with `Retry-After` when too many wait for a reading, or when the store cannot be read; 400 when the task
  ///   is cancelled while it waits.
  func ruleset(of environment: EnvironmentRecord, at instant: Int64) async throws(Problem) -> ServedRuleset {
    if let known = known(environment.id, at: instant) { return known }
    return try await line.pass("") { () async throws(Problem) in
      // Those that were waited for may have read the same.
      if let known = known(environment.id, at: instant) { return known }
      return try await read(environment.id, at: instant)
    }
  }

  private func known(_ environmentID: String, at instant: Int64) -> ServedRuleset? {
    guard isSettled(instant) else { return nil }
    let epoch = keeper.state.epoch
    return kept.withLock { kept in
      let found = kept.firstIndex {
        $0.ruleset.environment.id == environmentID && $0.ruleset.epoch == epoch
          && $0.instants?.contains(instant) == true
      }
      guard let found else { return nil }
      kept.append(kept.remove(at: found))
      return kept.last?.ruleset
    }
  }

  private func read(_ environmentID: String, at instant: Int64) async throws(Problem) -> ServedRuleset {
    let past = try await withStore { () async throws(StoreError) in
      try await store.items(environmentID: environmentID, at: instant, kind: nil)
    }
    let instants = isSettled(instant) ? instant...instant : nil
    if let known = noted(past, instants) { return known }
    let lists = try await withStore { () async throws(StoreError) in try await keeper.lists(of: past) }
    let ruleset = ServedRuleset(past, lists: lists, confirmedAt: instant)
    kept.withLock { kept in
      kept.append(Kept(ruleset: ruleset, instants: instants))
      while kept.count > Self.capacity || kept.reduce(0, { $0 + $1.ruleset.listedIDs }) > Self.listedIDs {
        kept.removeFirst()
      }
    }
    return ruleset
  }

  /// The ruleset that is kept of a revision, which was live from one instant at which it was found to the other.
  private func noted(_ past: ItemDelta, _ instants: ClosedRange<Int64>?) -> ServedRuleset? {
    kept.withLock { kept in
      let found = kept.firstIndex {
        $0.ruleset.environment.id == past.environment.id && $0.ruleset.epoch == past.epoch
          && $0.ruleset.environment.revision == past.environment.revision
      }
      guard let found else { return nil }
      var entry = kept.remove(at: found)
      if let old = entry.instants, let new = instants {
        entry.instants = min(old.lowerBound, new.lowerBound)...max(old.upperBound, new.upperBound)
      } else {
        entry.instants = entry.instants ?? instants
      }
      kept.append(entry)
      return entry.ruleset
    }
  }

  private func isSettled(_ instant: Int64) -> Bool { instant <= keeper.milliseconds - Self.settlingTime }
}

extension ServedRuleset {
  /// How many ids its long lists have together.
  fileprivate var listedIDs: Int { lists.values.reduce(0) { $0 + $1.count } }
}
