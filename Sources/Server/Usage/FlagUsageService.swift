import SerinFlags
import Store

/// What is known of the use of flags: what is stored, and what this server has counted since.
///
/// Other servers on the same store write down what they count about once a minute; until then only they know of it.
struct FlagUsageService: Sendable {
  let recorder: UsageRecorder
  /// Milliseconds since 1970 UTC.
  let clock: @Sendable () -> Int64
  /// The last uses of all flags.
  let directory = FlagUseDirectory()

  /// How long a flag's last use is looked back for in the answers about it, in milliseconds.
  static let standardSpan: Int64 = 30 * 86_400_000

  /// The instant from which on usage is remembered, in milliseconds since 1970 UTC.
  func recordedSince() async throws(StoreError) -> Int64 { try await recorder.events.flagUsageSince() }

  /// When flags were used in some environments, by version of the app.
  func uses(of flags: [FlagRecord], in environments: [EnvironmentRecord]) async throws(StoreError) -> FlagUses {
    let numbers = environments.map(\.number)
    // Taken before the store is read: what is written in between is then seen twice and not never.
    let pending = recorder.recent().pending
    let stored = try await recorder.events.flagUses(environments: numbers, flagIDs: flags.map(\.id))
    let ids = [FlagUsage.everyFlag] + flags.map(\.id)
    return FlagUses(
      stored: stored, pending: numbers.flatMap { number in ids.flatMap { pending.rows(of: $0, in: number) } })
  }

  /// When all flags of some environments were used last.
  func lastUses(in environments: [EnvironmentRecord]) async throws(StoreError) -> LastUses {
    try await directory.uses(in: environments.map(\.number), at: clock(), from: recorder)
  }

  /// The versions of apps that used a flag lately, the last use of each environment first.
  ///
  /// For whoever warns before a flag is taken from apps that read it still.
  /// - Parameter span: How far back, in milliseconds.
  func recent(
    _ flag: FlagRecord, in environments: [EnvironmentRecord], within span: Int64
  ) async throws(StoreError) -> [FlagUse] {
    let since = clock() - span
    return try await uses(of: [flag], in: environments).uses(of: flag).filter { $0.lastAt >= since }
  }

  /// What is known of one flag.
  ///
  /// - Parameter instant: From when on counts are given, in milliseconds since 1970 UTC.
  func details(
    of flag: FlagRecord, in environments: [EnvironmentRecord], since instant: Int64
  ) async throws(StoreError) -> FlagUsageDetails {
    let uses = try await uses(of: [flag], in: environments)
    // What is being written is left out, so that nothing is counted twice.
    let pending = recorder.recent().pending
    let days = try await days(flag.id, in: environments, since: instant, pending)
    let unchanged = try await self.days(FlagUsage.everyFlag, in: environments, since: instant, pending)
    return FlagUsageDetails(
      flag: flag, environments: environments, since: instant, recordedSince: try await recordedSince(), uses: uses,
      days: days, unchanged: unchanged)
  }

  private func days(
    _ flagID: String, in environments: [EnvironmentRecord], since instant: Int64, _ pending: PendingUsage
  ) async throws(StoreError) -> [FlagUsageDay] {
    let numbers = environments.map(\.number)
    let stored = try await recorder.events.flagUsage(environments: numbers, flagID: flagID, since: instant)
    let counted = numbers.flatMap { pending.rows(of: flagID, in: $0, includesUnderway: false) }
    return stored + counted.filter { $0.lastAt >= instant }.map { FlagUsageDay($0) }
  }
}

extension FlagUsageDay {
  /// What was counted in an hour, as a part of its day.
  fileprivate init(_ usage: FlagUsage) {
    self.init(
      environment: usage.environment, day: usage.hour / 24, ruleID: usage.ruleID, variation: usage.variation,
      appVersion: usage.appVersion, evaluated: usage.evaluated, exposed: usage.exposed)
  }
}
