import Foundation

/// What one source says of the flags, the server included.
struct AnswerLayer: Sendable {
  /// The answer in effect; nil when none is known.
  var held: HeldAnswer?
  /// Kill switches that were off when their answer became too old.
  ///
  /// They stay off: a switch's default is on, and a feature that was taken away must not come back by the mere lapse of
  /// time.
  private(set) var latched: [ExactString: FeatureFlag] = [:]

  /// Whether nothing is known.
  var isEmpty: Bool { held == nil && latched.isEmpty }

  /// Takes a new answer into effect.
  mutating func take(_ answer: HeldAnswer) {
    held = answer
    // Whatever the new answer decided, or does not have any more, does not depend on the old one.
    latched = latched.filter { answer.undecided?.contains($0.key.string) == true }
    latched = latched.filter { answer.table.flag($0.key.string) == nil }
  }

  /// Keeps those kill switches off that were off in an answer that is too old.
  ///
  /// - Parameter left: What is left of the answer.
  mutating func latch(_ answer: HeldAnswer, besides left: HeldAnswer?, _ killSwitches: Set<ExactString>) {
    for key in killSwitches {
      guard let flag = answer.table.flag(key.string), !flag.isEnabled, left?.table.flag(key.string) == nil else {
        continue
      }
      latched[key] = flag.expiredOff
    }
  }

  /// Drops what is too old.
  ///
  /// - Returns: Whether anything was.
  mutating func expire(at moment: Moment, _ killSwitches: Set<ExactString>) -> Bool {
    guard let answer = held, !answer.isCurrent(at: moment) else { return false }
    held = answer.withoutExpired(at: moment)
    latch(answer, besides: held, killSwitches)
    return true
  }

  /// The flag of a key, as it is at an uptime, whether or not a timer has noticed what ended.
  func flag(_ key: ExactString, at uptime: TimeInterval, _ killSwitches: Set<ExactString>) -> FeatureFlag? {
    guard let held, let flag = held.table.flag(key.string) else { return latched[key] }
    if uptime < held.expiry(of: key) { return flag }
    return killSwitches.contains(key) && !flag.isEnabled ? flag.expiredOff : latched[key]
  }

  /// All flags as they are at an uptime.
  func flags(at uptime: TimeInterval, _ killSwitches: Set<ExactString>) -> [FeatureFlag] {
    let keys = latched.keys.filter { held?.table.flag($0.string) == nil }
    let stale = keys.compactMap { latched[$0] }
    guard let held else { return stale }
    if uptime < held.expiresAt { return held.table.flags + stale }
    return held.table.flags.compactMap { flag(ExactString($0.key), at: uptime, killSwitches) } + stale
  }
}

extension FeatureFlag {
  /// A kill switch that was off, as it stays when its answer is too old.
  fileprivate var expiredOff: FeatureFlag {
    FeatureFlag(
      key: key, isEnabled: false, ruleId: ruleId, variation: variation, reason: .expiredOff, origin: origin,
      revision: revision, epoch: epoch, properties: properties)
  }
}
