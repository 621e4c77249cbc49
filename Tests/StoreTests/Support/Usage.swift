import Store

/// Short ways to write counts down.
enum Usage {
  static let hour: Int64 = 3_600_000
  static let day: Int64 = 24 * hour
  /// The instant at which a ``TestClock`` begins.
  static let now = TestClock().now

  static func row(
    _ flag: String = "f_a", in environment: Int64 = 1, at instant: Int64 = now, rule: String = "default",
    _ variation: String = "on", version: String = "5.2.0", evaluated: Int64 = 1, exposed: Int64 = 0
  ) -> FlagUsage {
    FlagUsage(
      environment: environment, flagID: flag, hour: instant / hour, ruleID: rule, variation: variation,
      appVersion: version, evaluated: evaluated, exposed: exposed, lastAt: instant)
  }
}

extension EventStore {
  /// How often a flag was evaluated and seen, in total.
  func totals(_ flag: String = "f_a", in environments: [Int64] = [1]) async throws -> [Int64] {
    let days = try await flagUsage(environments: environments, flagID: flag, since: 0)
    return [days.map(\.evaluated).reduce(0, +), days.map(\.exposed).reduce(0, +)]
  }

  /// Does one step of folding; versions are told apart for long, where a test is not about that.
  func foldFlagUsage(limit: Int) async throws(StoreError) -> Int {
    try await foldFlagUsage(limit: limit, versionDays: 5_000)
  }

  /// Folds until nothing is left to do, and gives how many steps that took.
  func foldAll(limit: Int = 5_000) async throws -> Int {
    var steps = 0
    while try await foldFlagUsage(limit: limit) > 0 { steps += 1 }
    return steps
  }
}
