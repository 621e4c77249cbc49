import SerinFlags
import Store

// How what was read from the store becomes what is served.
extension RulesetKeeper {
  /// Reads an environment whole when what is in memory does not add up to what the store says it holds.
  func verify(_ environmentID: String) async throws(StoreError) {
    guard let ruleset = state.rulesets[environmentID], !ruleset.isComplete else { return }
    let delta = try await store.items(environmentID: environmentID, after: 0)
    let whole = ServedRuleset(delta, lists: try await lists(of: delta), confirmedAt: milliseconds)
    guard whole.environment.revision >= (state.rulesets[environmentID]?.environment.revision ?? 0) else { return }
    tell(whole, items: nil)
  }

  /// Takes a delta in once the lists that it names are there.
  ///
  /// Others may be taken in while they are read: what is in memory is looked at after that.
  func takeIn(_ delta: ItemDelta) async throws(StoreError) {
    let lists = try await lists(of: delta)
    guard let ruleset = state.rulesets[delta.environment.id] else {
      tell(ServedRuleset(delta, lists: lists, confirmedAt: milliseconds), items: nil)
      return
    }
    // A slower reader may bring what a faster one has taken in already.
    guard delta.epoch != ruleset.epoch || delta.environment.revision > ruleset.environment.revision else { return }
    tell(ruleset.applying(delta, lists: lists, confirmedAt: milliseconds), items: delta.items)
  }

  /// Serves another ruleset, and says so.
  private func tell(_ ruleset: ServedRuleset, items: [ItemRecord]?) {
    let before = state.rulesets[ruleset.environment.id]
    serve(ruleset)
    observers.tell(RulesetChange(from: before, to: ruleset, items: items))
  }

  func serve(_ ruleset: ServedRuleset) {
    let state = state
    var rulesets = state.rulesets
    rulesets[ruleset.environment.id] = ruleset
    publish(state.with(rulesets: rulesets))
  }
}
