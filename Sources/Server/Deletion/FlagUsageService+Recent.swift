import SerinFlags
import Store

extension FlagUsageService: FlagUsageSource {
  func uses(
    of flag: FlagRecord, since instant: Int64, in environments: [EnvironmentRecord]
  ) async throws(Problem) -> [AppUse] {
    try await appUses(of: flag, in: environments).filter { $0.lastAt >= instant }
  }

  func possibleUses(
    of flag: FlagRecord, since instant: Int64, in environments: [EnvironmentRecord]
  ) async throws(Problem) -> [AppUse] {
    let present = try await withStore { () async throws(StoreError) in
      try await versions(in: environments, since: instant)
    }
    return try await appUses(of: flag, in: environments).filter { use in
      use.lastAt < instant && present[use.environment]?.contains(ExactString(use.appVersion)) == true
    }
  }

  /// The versions of apps that asked for anything since an instant, by the environment's key.
  private func versions(
    in environments: [EnvironmentRecord], since instant: Int64
  ) async throws(StoreError) -> [String: Set<ExactString>] {
    let pending = recorder.recent().pending
    let stored = try await recorder.events.appVersions(environments: environments.map(\.number), since: instant)
    return Dictionary(
      environments.map { environment in
        let uses =
          stored.filter { $0.environment == environment.number }
          + pending.versions(in: environment.number, since: instant)
        return (environment.key, Set(uses.map { ExactString($0.appVersion) }))
      }, uniquingKeysWith: { first, _ in first })
  }

  private func appUses(
    of flag: FlagRecord, in environments: [EnvironmentRecord]
  ) async throws(Problem) -> [AppUse] {
    let uses = try await withStore { () async throws(StoreError) in try await self.uses(of: [flag], in: environments) }
    let keys = Dictionary(environments.map { ($0.number, $0.key) }, uniquingKeysWith: { first, _ in first })
    return uses.uses(of: flag).map { use in
      AppUse(environment: keys[use.environment] ?? "", appVersion: use.appVersion, lastAt: use.lastAt)
    }
  }
}
