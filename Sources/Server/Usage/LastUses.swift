import SerinFlags
import Store

/// When flags were used last, by environment and whichever versions of apps used them.
struct LastUses: Sendable {
  /// What the store has of one environment.
  struct Stored: Sendable {
    /// The last use of each flag, by its id, in milliseconds since 1970 UTC.
    let own: [String: Int64]
    /// The uses of every flag, by version.
    let everyFlag: [FlagUse]

    init(_ environment: Int64, _ periods: [FlagUsePeriod], _ everyFlag: [FlagUse]) {
      own = Dictionary(
        periods.lazy.filter { $0.environment == environment }.map { ($0.flagID, $0.lastAt) }, uniquingKeysWith: max)
      self.everyFlag = everyFlag.filter { $0.environment == environment }
    }
  }

  private var stored: [Int64: Stored] = [:]
  private var pending = PendingUsage()
  /// The uses of every flag, by environment.
  private var everyFlag: [Int64: [FlagUse]] = [:]
  /// The last of them.
  private var lastOfEveryFlag: [Int64: Int64] = [:]

  /// Nothing known.
  init() {}

  /// Puts together what is stored, by the environments' numbers, and what is not stored yet.
  init(stored: [Int64: Stored], pending: PendingUsage) {
    self.stored = stored
    self.pending = pending
    for (number, stored) in stored {
      let uses = stored.everyFlag + pending.rows(of: FlagUsage.everyFlag, in: number).map { FlagUse($0) }
      everyFlag[number] = uses
      lastOfEveryFlag[number] = uses.map(\.lastAt).max()
    }
  }

  /// The last use of a flag in an environment, in milliseconds since 1970 UTC; nil when none is known.
  func lastUse(of flag: FlagRecord, in environment: EnvironmentRecord) -> Int64? {
    let number = environment.number
    let counted = pending.rows(of: flag.id, in: number).lazy.map(\.lastAt).max()
    return [stored[number]?.own[flag.id], counted, lastOfAll(concerning: flag, in: number)].compactMap(\.self).max()
  }

  /// The last use of every flag while one of them was there.
  private func lastOfAll(concerning flag: FlagRecord, in environment: Int64) -> Int64? {
    // Of a flag that is there the last of all uses is its own, unless it is younger.
    guard flag.goneAt != nil else { return lastOfEveryFlag[environment].flatMap { $0 >= flag.createdAt ? $0 : nil } }
    return everyFlag[environment]?.lazy.compactMap { $0.part(concerning: flag)?.lastAt }.max()
  }
}

extension FlagUse {
  /// The use that was counted, without how often.
  init(_ usage: FlagUsage) {
    self.init(
      environment: usage.environment, flagID: usage.flagID, appVersion: usage.appVersion, firstAt: usage.lastAt,
      lastAt: usage.lastAt)
  }

  /// What a use of every flag was to one of them; nil while that was not there.
  func part(concerning flag: FlagRecord) -> FlagUse? {
    let last = min(lastAt, flag.goneAt ?? lastAt)
    guard last >= flag.createdAt, flag.goneAt.map({ firstAt <= $0 }) ?? true else { return nil }
    return FlagUse(
      environment: environment, flagID: flag.id, appVersion: appVersion, firstAt: max(firstAt, flag.createdAt),
      lastAt: last)
  }
}
