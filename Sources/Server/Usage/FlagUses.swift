import SerinFlags
import Store

/// When some flags were used, by environment and version of the app.
///
/// A client that is told that its answer still holds goes on with every flag of the environment: that is a use of each flag
/// that was there at the time.
struct FlagUses: Sendable {
  private var own: [String: [FlagUse]] = [:]
  private var everyFlag: [FlagUse] = []

  /// Puts together what is stored and what is not stored yet.
  init(stored: [FlagUse], pending: [FlagUsage]) {
    let pending = pending.map { FlagUse($0) }
    for use in stored + pending {
      if use.flagID.isEmpty { everyFlag.append(use) } else { own[use.flagID, default: []].append(use) }
    }
    everyFlag = Self.merged(everyFlag)
  }

  /// The uses of a flag, each environment and version once, by environment and, the last use first, by version.
  func uses(of flag: FlagRecord) -> [FlagUse] {
    Self.merged((own[flag.id] ?? []) + everyFlag.compactMap { $0.part(concerning: flag) })
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
