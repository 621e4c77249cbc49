import SerinFlags
import Store

/// Finds the flags of a project that could go.
struct StalenessService: Sendable {
  let keeper: RulesetKeeper
  let store: any ConfigurationStore
  let usage: FlagUsageService

  /// The stale flags of a project.
  ///
  /// What is served is read off the rulesets in memory; when that was written is read from the store, and only of flags that
  /// serve everybody the same.
  /// - Parameter days: For how many days something must have been so.
  func report(on project: ProjectRecord, days: Int64) async throws(Problem) -> StaleReport {
    let state = keeper.state
    let environments = state.environments(of: project)
    let now = keeper.now
    return try await withStore { () async throws(StoreError) -> StaleReport in
      let rules = StalenessRules(
        now: now.microseconds / 1000, days: days, recordedSince: try await usage.recordedSince())
      var states: [String: [StalenessRules.State]] = [:]
      for environment in environments {
        guard let ruleset = state.rulesets[environment.id] else { continue }
        for (id, state) in try await self.states(of: ruleset, at: now) { states[id, default: []].append(state) }
      }
      let uses = try await usage.uses(in: environments)
      var stale: [StaleFlag] = []
      for flag in try await store.flags(projectID: project.id) {
        let findings = rules.findings(flag, states[flag.id] ?? [], uses.uses(of: flag))
        if !findings.isEmpty { stale.append(StaleFlag(flag: flag, findings: findings)) }
      }
      return StaleReport(
        days: days, recordedSince: rules.recordedSince, flags: stale, knowsUnused: rules.knowsUnused)
    }
  }

  /// What an environment has of each flag, by the flag's id.
  private func states(
    of ruleset: ServedRuleset, at now: Timestamp
  ) async throws(StoreError) -> [String: StalenessRules.State] {
    let constants = ruleset.flags.map { _, flag in
      (id: flag.id, constant: flag.entry.definition?.constantAnswer(at: now))
    }
    let ids = constants.filter { $0.constant != nil }.map(\.id)
    let items = try await store.items(environmentID: ruleset.environment.id, kind: .flag, ids: ids).items
    let instants = Dictionary(items.map { ($0.id, $0.updatedAt) }, uniquingKeysWith: { first, _ in first })
    return Dictionary(
      constants.map { id, constant in
        (
          id,
          StalenessRules.State(
            environment: ruleset.environment, constant: constant, updatedAt: instants[id] ?? keeper.milliseconds)
        )
      }, uniquingKeysWith: { first, _ in first })
  }
}
