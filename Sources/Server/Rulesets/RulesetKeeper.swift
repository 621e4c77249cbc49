import SerinFlags
import SerinLock
package import Store

/// Keeps the rulesets in memory at the store's revision.
///
/// Readers take ``state`` and never wait; changes are taken in one after another by this actor.
package actor RulesetKeeper {
  private let store: any ConfigurationStore
  private let clock: @Sendable () -> Int64
  private nonisolated let current = Lock(ServerState())

  /// Creates a keeper that has nothing loaded yet.
  package init(store: any ConfigurationStore, clock: @escaping @Sendable () -> Int64) {
    self.store = store
    self.clock = clock
  }

  /// What requests are answered from now.
  nonisolated var state: ServerState { current.withLock { $0 } }

  /// Loads everything from the store.
  package func load() async throws(StoreError) {
    let epoch = try await store.epoch()
    let projects = try await store.projects()
    var rulesets: [String: ServedRuleset] = [:]
    for environment in try await store.environments(projectID: nil) {
      rulesets[environment.id] = ServedRuleset(
        try await store.items(environmentID: environment.id, after: 0), confirmedAt: clock())
    }
    publish(
      ServerState(epoch: epoch, projects: projects, rulesets: rulesets, administrators: try await administrators()))
  }

  /// Takes in what a commit wrote, so that the next request sees it.
  ///
  /// When other commits came in between, the store is asked for everything since the revision in memory.
  package func take(_ commit: Commit) async throws(StoreError) {
    for environment in commit.environments {
      if let ruleset = state.rulesets[environment.id], environment.revision == ruleset.environment.revision + 1 {
        let items = commit.items.filter { $0.environmentID == environment.id }
        takeIn(ItemDelta(epoch: ruleset.epoch, environment: environment, items: items))
        try await verify(environment.id)
      } else {
        try await catchUp(environment.id)
      }
    }
  }

  /// Reads everything that changed in an environment since the revision in memory.
  package func catchUp(_ environmentID: String) async throws(StoreError) {
    let revision = state.rulesets[environmentID]?.environment.revision ?? 0
    takeIn(try await store.items(environmentID: environmentID, after: revision))
    try await verify(environmentID)
  }

  /// Reads the administrators' tokens anew; they belong to no environment, so no revision brings them.
  package func reloadAdministrators() async throws(StoreError) {
    publish(state.with(administrators: try await administrators()))
  }

  private func administrators() async throws(StoreError) -> [String: AcceptedToken] {
    var accepted: [String: AcceptedToken] = [:]
    for token in try await store.tokens(projectID: nil) where token.kind == .admin && token.revokedAt == nil {
      accepted[token.id] = AcceptedToken(token)
    }
    return accepted
  }

  /// Reads an environment whole when what is in memory does not add up to what the store says it holds.
  private func verify(_ environmentID: String) async throws(StoreError) {
    guard let ruleset = state.rulesets[environmentID], !ruleset.isComplete else { return }
    let whole = ServedRuleset(try await store.items(environmentID: environmentID, after: 0), confirmedAt: clock())
    guard whole.environment.revision >= (state.rulesets[environmentID]?.environment.revision ?? 0) else { return }
    replace(whole)
  }

  private func takeIn(_ delta: ItemDelta) {
    guard var ruleset = state.rulesets[delta.environment.id] else {
      replace(ServedRuleset(delta, confirmedAt: clock()))
      return
    }
    // A slower reader may bring what a faster one has taken in already.
    guard delta.epoch != ruleset.epoch || delta.environment.revision > ruleset.environment.revision else { return }
    ruleset.apply(delta, confirmedAt: clock())
    replace(ruleset)
  }

  private func replace(_ ruleset: ServedRuleset) {
    let state = state
    var rulesets = state.rulesets
    rulesets[ruleset.environment.id] = ruleset
    publish(state.with(rulesets: rulesets))
  }

  private func publish(_ state: ServerState) { current.withLock { $0 = state } }
}
