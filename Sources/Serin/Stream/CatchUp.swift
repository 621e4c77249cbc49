import Foundation

/// Getting an answer that is as new as the server announced; all times are uptimes.
///
/// Behind a cache or a node that lags, the answer after an announcement may still be made from the earlier ruleset. Then it
/// is asked for again, some times and for some time.
struct CatchUp: Sendable {
  /// What was announced last.
  private(set) var announced: RulesetVersion
  /// The epoch of the answer that was in effect when it was announced.
  private(set) var earlierEpoch: Int64?
  /// When to ask; nil while an answer is awaited and when there is nothing to ask for.
  private(set) var dueAt: TimeInterval?
  /// How many answers were older than announced.
  private(set) var staleAnswers = 0
  private var firstStaleAt: TimeInterval?

  /// After so many answers that are too old it is given up.
  static let maximumAnswers = 6
  /// The same after so many seconds.
  static let longestTime: TimeInterval = 5 * 60

  /// What an answer means.
  enum Verdict: Sendable, Hashable {
    /// It is as new as announced.
    case upToDate
    /// It is too old, and a newer one is or will be asked for.
    case behind
    /// It is too old, and this was the last try.
    case givenUp
  }

  /// Creates the state after the first announcement.
  ///
  /// - Parameters:
  ///   - held: The version of the answer in effect.
  ///   - dueAt: When to ask.
  init(_ announced: RulesetVersion, over held: RulesetVersion?, dueAt: TimeInterval) {
    self.announced = announced
    earlierEpoch = held?.epoch
    self.dueAt = dueAt
  }

  /// Whether an answer of that version is as new as announced.
  ///
  /// Revisions are compared within an epoch only. An answer of another epoch is too old while it is the epoch from before
  /// the announcement; one of a third epoch means that the store has moved on meanwhile.
  func isReached(by held: RulesetVersion?) -> Bool {
    guard let held else { return false }
    return held.epoch == announced.epoch ? held.revision >= announced.revision : held.epoch != earlierEpoch
  }

  /// Takes another announcement: the newest counts, and the earliest time to ask.
  mutating func merge(_ version: RulesetVersion, over held: RulesetVersion?, dueAt: TimeInterval) {
    self.dueAt = min(self.dueAt ?? .infinity, dueAt)
    // A repeat, or a message that was overtaken by a later one.
    if version.epoch == announced.epoch, version.revision <= announced.revision { return }
    announced = version
    earlierEpoch = held?.epoch
    staleAnswers = 0
    firstStaleAt = nil
  }

  /// It is time; whoever calls asks now.
  mutating func beginAsking() {
    dueAt = nil
  }

  /// Judges an answer.
  ///
  /// - Parameters:
  ///   - held: The version of the answer in effect now.
  ///   - random: A number from 0 up to, but not including, 1.
  mutating func answered(_ held: RulesetVersion?, at uptime: TimeInterval, random: Double) -> Verdict {
    if isReached(by: held) {
      dueAt = nil
      staleAnswers = 0
      firstStaleAt = nil
      return .upToDate
    }
    // It was asked for before its time; the request that belongs to the announcement is still to come.
    if dueAt != nil { return .behind }
    staleAnswers += 1
    let since = firstStaleAt ?? uptime
    firstStaleAt = since
    guard staleAnswers < Self.maximumAnswers, uptime - since < Self.longestTime else { return .givenUp }
    // Doubling from a second, and anywhere below, so that clients behind one cache do not come together.
    dueAt = uptime + random * exp2(Double(staleAnswers - 1))
    return .behind
  }
}
