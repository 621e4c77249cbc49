import SerinFlags
import Store

/// When the flags of some environments were used, by version of the app.
///
/// A client that is told that its answer still holds goes on with every flag of the environment: that is a use of each flag
/// that was there at the time.
struct FlagUses: Sendable {
  private var own: [String: [FlagUse]] = [:]
  private var everyFlag: [FlagUse] = []

  /// Nothing known.
  init() {}

  /// Puts together what is stored and what is not stored yet.
  init(stored: [FlagUse], pending: [FlagUsage]) {
    let pending = pending.map {
      FlagUse(
        environment: $0.environment, flagID: $0.flagID, appVersion: $0.appVersion, firstAt: $0.lastAt, lastAt: $0.lastAt
      )
    }
    for use in stored + pending {
      if use.flagID.isEmpty { everyFlag.append(use) } else { own[use.flagID, default: []].append(use) }
    }
    everyFlag = Self.merged(everyFlag)
  }

  /// The uses of a flag, each environment and version once, by environment and, the last use first, by version.
  func uses(of flag: FlagRecord) -> [FlagUse] {
    Self.merged((own[flag.id] ?? []) + everyFlag.compactMap { Self.part(of: $0, concerning: flag) })
  }

  /// What a use of every flag was to one of them; nil while that was not there.
  private static func part(of use: FlagUse, concerning flag: FlagRecord) -> FlagUse? {
    let last = min(use.lastAt, flag.goneAt ?? use.lastAt)
    guard last >= flag.createdAt, flag.goneAt.map({ use.firstAt <= $0 }) ?? true else { return nil }
    return FlagUse(
      environment: use.environment, flagID: flag.id, appVersion: use.appVersion,
      firstAt: max(use.firstAt, flag.createdAt), lastAt: last)
  }

  /// The last use of a flag in an environment, in milliseconds since 1970 UTC; nil when none is known.
  func lastUse(of flag: FlagRecord, in environment: EnvironmentRecord) -> Int64? {
    let shared = everyFlag.lazy.filter { $0.environment == environment.number }
      .compactMap { Self.part(of: $0, concerning: flag)?.lastAt }.max()
    let own = own[flag.id]?.lazy.filter { $0.environment == environment.number }.map(\.lastAt).max()
    return [own, shared].compactMap(\.self).max()
  }

  private static func merged(_ uses: [FlagUse]) -> [FlagUse] {
    struct Name: Hashable {
      let environment: Int64
      let appVersion: ExactString
    }
    var merged: [Name: FlagUse] = [:]
    for use in uses {
      let name = Name(environment: use.environment, appVersion: ExactString(use.appVersion))
      guard let known = merged[name] else {
        merged[name] = use
        continue
      }
      merged[name]?.firstAt = min(known.firstAt, use.firstAt)
      merged[name]?.lastAt = max(known.lastAt, use.lastAt)
    }
    return merged.values.sorted { a, b in
      if a.environment != b.environment { return a.environment < b.environment }
      return a.lastAt == b.lastAt ? a.appVersion.precedesInBytes(b.appVersion) : a.lastAt > b.lastAt
    }
  }
}
