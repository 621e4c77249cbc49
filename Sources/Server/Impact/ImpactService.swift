import SerinFlags
import Store

/// Tells what a change would do, before anybody makes it.
struct ImpactService: Sendable {
  let flags: FlagService
  let contexts: RecentContextService
  let pool: WorkerPool

  /// A pool for previews: two are computed at once, and sixteen wait.
  static func pool() -> WorkerPool {
    WorkerPool(
      threads: 2, queueLength: 16,
      busy: Problem(
        .unavailable, "too many previews are being computed; try again in a few seconds",
        headers: [(name: "Retry-After", value: "5")]))
  }

  /// The impact that an operation would have in an environment if it were done now.
  ///
  /// It goes the way of the operation itself up to the point where it would be written; nothing is, and what is served stays
  /// as it is. Of an operation that concerns several environments only this one is looked at. Whether it would need an
  /// approval, or other rights, does not matter here.
  /// - Throws: what the operation itself would throw; 503 when too many are being computed.
  func preview(_ operation: PlannedOperation, in place: Place, by caller: Caller) async throws(Problem) -> Impact {
    let change = try await flags.change(by: operation, in: place, by: caller, isGuarded: false)
    guard let served = flags.keeper.state.rulesets[place.environment.id] else {
      throw Problem(.notFound, "environment \"\(place.environment.key)\" was removed by somebody else just now")
    }
    return try await impact(of: change, on: served)
  }

  /// The impact that a change would have in each of some environments; those that were removed just now are left out.
  /// - Throws: 503 when too many previews are being computed.
  func impacts(
    of change: Change, in environments: [EnvironmentRecord]
  ) async throws(Problem) -> [(environment: EnvironmentRecord, impact: Impact)] {
    var impacts: [(environment: EnvironmentRecord, impact: Impact)] = []
    for environment in environments {
      guard let served = flags.keeper.state.rulesets[environment.id] else { continue }
      impacts.append((environment, try await impact(of: change, on: served)))
    }
    return impacts
  }

  private func impact(of change: Change?, on served: ServedRuleset) async throws(Problem) -> Impact {
    let planned =
      if let change {
        try await PlannedRuleset(change, on: served, store: flags.store, keeper: flags.keeper)
      } else {
        PlannedRuleset(unchanged: served)
      }
    let seen = try await contexts.contexts(in: served.environment)
    let instant = flags.keeper.now
    return try await pool.run { Impact(of: planned, over: seen, at: instant) }
  }
}
