import SerinFlags
import Store

/// A ruleset as a change would leave it, apart from the one that is served.
struct PlannedRuleset: Sendable {
  /// What is served now.
  let before: ServedRuleset
  /// What the change would write here, as a delta on top of it.
  let delta: ItemDelta
  /// The long lists that the delta names.
  let lists: [String: IDList]

  /// Reads what a change would start from; nothing is compiled yet.
  /// - Throws: 409 when somebody else changed one of its rows meanwhile.
  init(
    _ change: Change, on before: ServedRuleset, store: any ConfigurationStore, keeper: RulesetKeeper
  ) async throws(Problem) {
    let environmentID = before.environment.id
    let revision = before.environment.revision + 1
    var items: [ItemRecord] = []
    for write in change.edits.flatMap(\.items) where write.environmentID == environmentID {
      let known = items.firstIndex { $0.kind == write.kind && $0.id == write.id }
      var current = known.map { items[$0] }
      if current == nil {
        current = try await withStore { () async throws(StoreError) in
          try await store.item(environmentID: environmentID, kind: write.kind, id: write.id)
        }
      }
      let outcome: ItemRecord?
      do throws(StoreError) {
        outcome = try write.outcome(on: current, revision: revision, at: keeper.milliseconds)
      } catch {
        throw Problem(error)
      }
      guard let outcome else { continue }
      if let known { items[known] = outcome } else { items.append(outcome) }
    }
    var environment = before.environment
    environment.revision = revision
    let delta = ItemDelta(epoch: before.epoch, environment: environment, items: items)
    self.before = before
    self.delta = delta
    lists = try await withStore { () async throws(StoreError) in try await keeper.lists(of: delta) }
  }

  /// A ruleset that nothing would change.
  init(unchanged before: ServedRuleset) {
    self.before = before
    delta = ItemDelta(epoch: before.epoch, environment: before.environment, items: [])
    lists = [:]
  }

  /// The ruleset after the change, which shares with the served one what stays.
  ///
  /// Compiling a large change takes long: not to be called from a task.
  var after: ServedRuleset { before.applying(delta, lists: lists, confirmedAt: before.confirmedAt) }

  /// The keys of the flags that are written.
  var flags: Set<ExactString> { Set(delta.items.filter { $0.kind == .flag }.map { ExactString(FlagEntry($0).key) }) }

  /// The keys of the segments that are written.
  var segments: Set<ExactString> { Set(delta.items.filter { $0.kind == .segment }.map { ExactString($0.id) }) }
}
