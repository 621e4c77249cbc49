import SerinFlags
import Store

/// Decides whether a flag is stale, by what is known of it.
struct StalenessRules: Sendable {
  /// What one environment has of a flag.
  struct State: Sendable {
    let environment: EnvironmentRecord
    /// What it serves to everybody; nil when that depends on who asks.
    let constant: ConstantAnswer?
    /// When it was last written here, in milliseconds since 1970 UTC.
    let updatedAt: Int64
    /// The last use of the flag here, in milliseconds since 1970 UTC; nil where none is known.
    let lastUse: Int64?

    /// Since when everybody is served the same, in milliseconds since 1970 UTC; nil when it depends on who asks.
    var unchangedSince: Int64? { constant.map { max(updatedAt, $0.deadline ?? updatedAt) } }
  }

  /// The instant now, in milliseconds since 1970 UTC.
  let now: Int64
  /// For how many days something must have been so.
  let days: Int64
  /// From when on usage is remembered, in milliseconds since 1970 UTC.
  let recordedSince: Int64

  static let standardDays: Int64 = 30
  static let allowedDays: ClosedRange<Int64> = 1...400
  static let millisecondsPerDay: Int64 = 86_400_000

  /// What lies before this instant was long ago.
  var bound: Int64 { now - days * Self.millisecondsPerDay }
  /// Whether usage is remembered for long enough to say that a flag is unused.
  var knowsUnused: Bool { recordedSince <= bound }

  /// What is stale about a flag.
  ///
  /// - Parameters:
  ///   - states: What each environment has of it.
  ///   - lastUse: Its last use in any environment, in milliseconds since 1970 UTC; nil when none is known.
  func findings(_ flag: FlagRecord, _ states: [State], lastUse: Int64?) -> [StaleFinding] {
    guard flag.archivedAt == nil else { return [] }
    return [expired(flag, states), removeCode(flag, states), unused(flag, states, lastUse)].compactMap(\.self)
  }

  /// Such flags are made to stay: that they serve the same for long, or that nobody asks, says nothing about them.
  static func isPermanent(_ flag: FlagRecord) -> Bool {
    switch FlagKind(rawValue: flag.kind) {
    case .killSwitch, .ops, .permission: true
    case .release, .experiment, nil: false
    }
  }

  private func expired(_ flag: FlagRecord, _ states: [State]) -> StaleFinding? {
    // The day itself still counts, in UTC.
    guard let day = flag.expiresOn, let start = Timestamp(parsing: day + "T00:00:00Z") else { return nil }
    let end = start.microseconds / 1000 + Self.millisecondsPerDay
    guard end <= now else { return nil }
    return StaleFinding(kind: .expired, since: end, evidence: states.map(evidence))
  }

  private func removeCode(_ flag: FlagRecord, _ states: [State]) -> StaleFinding? {
    guard !Self.isPermanent(flag) else { return nil }
    // Where nobody asks it does not matter what would be served.
    let asked = states.filter { $0.lastUse ?? .min >= bound }
    let instants = asked.map(\.unchangedSince)
    guard let variation = asked.first?.constant?.variation, let since = instants.compactMap(\.self).max(),
      asked.allSatisfy({ $0.constant?.variation.hasSameBytes(as: variation) == true }), since <= bound
    else { return nil }
    return StaleFinding(kind: .removeCode, since: since, evidence: asked.map(evidence))
  }

  private func unused(_ flag: FlagRecord, _ states: [State], _ last: Int64?) -> StaleFinding? {
    guard !Self.isPermanent(flag), knowsUnused, flag.createdAt <= bound else { return nil }
    guard last ?? .min < bound else { return nil }
    return StaleFinding(
      kind: .unused, since: last ?? max(flag.createdAt, recordedSince), evidence: states.map(evidence))
  }

  private func evidence(_ state: State) -> StaleFinding.Evidence {
    StaleFinding.Evidence(
      environment: state.environment, variation: state.constant?.variation, unchangedSince: state.unchangedSince,
      lastUse: state.lastUse)
  }
}
