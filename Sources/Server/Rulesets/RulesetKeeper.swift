import SerinFlags
import SerinLock
package import Store

/// Keeps the rulesets in memory at the store's revision.
///
/// Readers take ``state`` and never wait; changes are taken in one after another by this actor.
package actor RulesetKeeper {
  let store: any ConfigurationStore
  private nonisolated let clock: @Sendable () -> Int64
  let log: @Sendable (String) -> Void
  private nonisolated let current: Lock<ServerState>
  /// What deciding about tokens goes by.
  nonisolated let authentication: Authenticator.Surroundings
  /// Where changes pass that depend on what the memory holds.
  nonisolated let gate = ChangeGate()
  /// What limits the uploads of lists.
  nonisolated let uploads = UploadSlots()
  /// What lists of flags are made from.
  nonisolated let directory = FlagDirectory()
  /// Who is told of changes.
  nonisolated let observers = ChangeObservers()
  /// Lists that changes are about to name, by digest.
  var prepared: [String: IDList] = [:]
  private var administratorReads = OverlappingReads()
  private var projectReads = OverlappingReads()

  /// Creates a keeper that has nothing loaded yet.
  package init(
    store: any ConfigurationStore, clock: @escaping @Sendable () -> Int64,
    log: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.store = store
    self.clock = clock
    self.log = log
    authentication = Authenticator.Surroundings(clock: clock)
    current = Lock(ServerState(surroundings: authentication))
  }

  /// What requests are answered from now.
  nonisolated var state: ServerState { current.withLock { $0 } }

  /// The instant now, in milliseconds since 1970 UTC.
  nonisolated var milliseconds: Int64 { clock() }

  /// The time that evaluations go by.
  nonisolated var now: Timestamp { Timestamp(milliseconds: clock()) }

  /// Loads everything from the store.
  package func load() async throws(StoreError) {
    let epoch = try await store.epoch()
    let projects = try await store.projects()
    var rulesets: [String: ServedRuleset] = [:]
    for environment in try await store.environments(projectID: nil) {
      let delta = try await store.items(environmentID: environment.id, after: 0)
      rulesets[environment.id] = ServedRuleset(delta, lists: try await lists(of: delta), confirmedAt: clock())
    }
    publish(
      ServerState(
        epoch: epoch, projects: projects, rulesets: rulesets, administrators: try await administrators(),
        surroundings: authentication))
  }

  /// Takes in what a commit wrote, so that the next request sees it.
  ///
  /// The change is on disk, so this does not fail: what cannot be read back now is read again until it succeeds.
  package func take(_ commit: Commit, touching environmentIDs: [String] = []) async {
    var behind: Set<String> = []
    for environment in commit.environments {
      if let ruleset = state.rulesets[environment.id], environment.revision == ruleset.environment.revision + 1 {
        let items = commit.items.filter { $0.environmentID == environment.id }
        let delta = ItemDelta(epoch: ruleset.epoch, environment: environment, items: items)
        do throws(StoreError) { try await takeIn(delta) } catch { behind.insert(environment.id) }
        if state.rulesets[environment.id]?.isComplete == false { behind.insert(environment.id) }
      } else {
        behind.insert(environment.id)
      }
    }
    // A change that found everything as wanted may still be news to this memory.
    behind.formUnion(environmentIDs.filter { id in !commit.environments.contains { $0.id == id } })
    for id in behind { await catchUpForSure(id) }
  }

  /// Reads everything that changed in an environment since the revision in memory.
  package func catchUp(_ environmentID: String) async throws(StoreError) {
    let revision = state.rulesets[environmentID]?.environment.revision ?? 0
    try await takeIn(try await store.items(environmentID: environmentID, after: revision))
    try await verify(environmentID)
  }

  /// Asks the store for every environment's revision, so that one that did not change counts as confirmed now.
  package func confirm() async throws(StoreError) {
    for environment in try await store.environments(projectID: nil) {
      let ruleset = state.rulesets[environment.id]
      if let ruleset, ruleset.environment.revision == environment.revision {
        serve(ruleset.confirmed(at: clock()))
      } else {
        try await catchUp(environment.id)
      }
    }
  }

  /// Reads the administrators' tokens anew; they belong to no environment, so no revision brings them.
  package func reloadAdministrators() async throws(StoreError) {
    let read = administratorReads.begin()
    let administrators = try await administrators()
    // The state is taken after the read, since others were published meanwhile.
    guard administratorReads.counts(read) else { return }
    let current = state
    publish(current.with(administrators: administrators))
  }

  /// Reads the projects and environments anew, after one was made, changed or removed.
  package func reloadProjects() async throws(StoreError) {
    let read = projectReads.begin()
    let projects = try await store.projects()
    let environments = try await store.environments(projectID: nil)
    for environment in environments where state.rulesets[environment.id] == nil { try await catchUp(environment.id) }
    guard projectReads.counts(read) else { return }
    let current = state
    var rulesets: [String: ServedRuleset] = [:]
    for environment in environments {
      rulesets[environment.id] = current.rulesets[environment.id]?.described(by: environment)
    }
    publish(current.with(projects: projects, rulesets: rulesets))
    for (id, ruleset) in current.rulesets where rulesets[id] == nil {
      observers.tell(RulesetChange(from: ruleset, to: nil, items: nil))
    }
  }

  /// Reads the projects anew after a change that was committed.
  /// - Throws: 503 that says that the change was saved, when they cannot be read now.
  func reloadAfterChange() async throws(Problem) {
    do throws(StoreError) { try await reloadProjects() } catch {
      var problem = Problem(error)
      problem.detail = "the change was saved, but this server cannot read it now; it does so when it restarts"
      throw problem
    }
  }

  /// Catches up, and goes on trying in the background while the store cannot be read.
  private func catchUpForSure(_ environmentID: String) async {
    do throws(StoreError) { try await catchUp(environmentID) } catch {
      // A store that was closed does not come back, nor does an environment that was removed.
      switch error {
      case .closed, .notFound: return
      default: break
      }
      log("an environment cannot be read after a change: \(error); trying again")
      Task {
        try? await Task.sleep(nanoseconds: 500_000_000)
        await catchUpForSure(environmentID)
      }
    }
  }

  private func administrators() async throws(StoreError) -> [String: AcceptedToken] {
    var accepted: [String: AcceptedToken] = [:]
    for token in try await store.tokens(projectID: nil) where token.kind == .admin && token.revokedAt == nil {
      accepted[token.id] = AcceptedToken(token)
    }
    return accepted
  }

  func publish(_ state: ServerState) { current.withLock { $0 = state } }
}
