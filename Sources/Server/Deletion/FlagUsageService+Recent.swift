import SerinFlags
import Store

extension FlagUsageService: FlagUsageSource {
  func uses(
    of flag: FlagRecord, since instant: Int64, in environments: [EnvironmentRecord]
  ) async throws(Problem) -> [AppUse] {
    let uses = try await withStore { () async throws(StoreError) in try await self.uses(of: [flag], in: environments) }
    let keys = Dictionary(environments.map { ($0.number, $0.key) }, uniquingKeysWith: { first, _ in first })
    return uses.uses(of: flag).filter { $0.lastAt >= instant }.map { use in
      AppUse(environment: keys[use.environment] ?? "", appVersion: use.appVersion, lastAt: use.lastAt)
    }
  }
}
