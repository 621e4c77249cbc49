import SerinFlags
import Store

/// Finds the flags of a project that could go.
///
/// What is served, and when it was written, is read off the rulesets in memory; so are the flags and their last uses. Only the
/// versions of apps that used what is stale are read from the store.
struct StalenessService: Sendable {
  let keeper: RulesetKeeper
  let store: any ConfigurationStore
  let usage: FlagUsageService

  /// How many flags' versions are read at a time, so that other reads get their turn.
  private static let flagsPerRead = 100

  /// The stale flags of a project, with the versions of apps that used them.
  /// - Parameter days: For how many days something must have been so.
  func report(on project: ProjectRecord, days: Int64) async throws(Problem) -> StaleReport {
    var report = try await summary(of: project, days: days)
    let environments = keeper.state.environments(of: project)
    var start = 0
    while start < report.flags.count {
      let range = start..<min(report.flags.count, start + Self.flagsPerRead)
      let flags = report.flags[range].map(\.flag)
      let uses = try await withStore { () async throws(StoreError) in
        try await usage.uses(of: flags, in: environments)
      }
      for index in range { report.flags[index].add(uses.uses(of: report.flags[index].flag)) }
      start = range.upperBound
    }
    return report
  }

  /// The stale flags of a project, without the versions of apps.
  /// - Parameter days: For how many days something must have been so.
  func summary(of project: ProjectRecord, days: Int64) async throws(Problem) -> StaleReport {
    let state = keeper.state
    let environments = state.environments(of: project)
    let now = keeper.now
    return try await withStore { () async throws(StoreError) -> StaleReport in
      let rules = StalenessRules(
        now: now.microseconds / 1000, days: days, recordedSince: try await usage.recordedSince())
      let uses = try await usage.lastUses(in: environments)
      let rulesets = environments.compactMap { state.rulesets[$0.id] }
      var stale: [StaleFlag] = []
      for flag in try await keeper.directory.entries(of: project, in: store).map(\.flag) {
        let states = rulesets.compactMap { ruleset -> StalenessRules.State? in
          guard let served = ruleset.flags[flag.key], served.id.hasSameBytes(as: flag.id) else { return nil }
          return StalenessRules.State(
            environment: ruleset.environment, constant: served.entry.definition?.constantAnswer(at: now),
            updatedAt: served.updatedAt, lastUse: uses.lastUse(of: flag, in: ruleset.environment))
        }
        let lastUse = environments.compactMap { uses.lastUse(of: flag, in: $0) }.max()
        let findings = rules.findings(flag, states, lastUse: lastUse)
        if !findings.isEmpty { stale.append(StaleFlag(flag: flag, findings: findings)) }
      }
      return StaleReport(
        days: days, recordedSince: rules.recordedSince, flags: stale, knowsUnused: rules.knowsUnused)
    }
  }
}

extension StaleFlag {
  /// Adds the versions of apps that used it to what shows that it is stale.
  fileprivate mutating func add(_ uses: [FlagUse]) {
    for finding in findings.indices {
      for place in findings[finding].evidence.indices {
        let number = findings[finding].evidence[place].environment.number
        findings[finding].evidence[place].uses = uses.filter { $0.environment == number }
      }
    }
  }
}
