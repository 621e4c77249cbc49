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
    let writes = change.edits.flatMap(\.items).filter { $0.environmentID == environmentID }
    var current = try await Self.items(of: writes, in: environmentID, store)
    var written: [Name: ItemRecord] = [:]
    for write in writes {
      let name = Name(kind: write.kind, id: ExactString(write.id))
      do throws(StoreError) {
        guard let outcome = try write.outcome(on: current[name], revision: revision, at: keeper.milliseconds) else {
          continue
        }
        current[name] = outcome
        written[name] = outcome
      } catch {
        throw Problem(error)
      }
    }
    var environment = before.environment
    environment.revision = revision
    let delta = ItemDelta(epoch: before.epoch, environment: environment, items: Array(written.values))
    self.before = before
    self.delta = delta
    lists = try await withStore { () async throws(StoreError) in try await keeper.lists(of: delta) }
  }

  /// What an item is known by in its environment.
  private struct Name: Hashable {
    let kind: ItemKind
    let id: ExactString
  }

  /// What is there now of the things that are written, in one read for each kind.
  private static func items(
    of writes: [ItemWrite], in environmentID: String, _ store: any ConfigurationStore
  ) async throws(Problem) -> [Name: ItemRecord] {
    var items: [Name: ItemRecord] = [:]
    for (kind, writes) in Dictionary(grouping: writes, by: \.kind) {
      let delta = try await withStore { () async throws(StoreError) in
        try await store.items(environmentID: environmentID, kind: kind, ids: writes.map(\.id))
      }
      for item in delta.items { items[Name(kind: kind, id: ExactString(item.id))] = item }
    }
    return items
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
