import Foundation
import SerinLock

/// What readers see: the flags in effect.
///
/// A reading that has no consequence takes one short look at the table. The readings of watched flags, whose first one
/// pins a value or is reported, and readings after the end of an answer that no timer has noticed yet take a longer way.
final class SnapshotBoard: Sendable {
  private struct View: Sendable {
    /// The flags in effect, pins included.
    var table = FlagTable.empty
    /// The uptime from which on the table is not used, whether or not a timer has noticed.
    var expiresAt = TimeInterval.infinity
    /// What the table was made of.
    var stack = LayerStack()
    /// Whether what is read now may be kept: not while a user's stored flags are being loaded.
    var canPin = true
    /// The clock's tick in which the table was found to be valid; see ``FlagClock/tick``.
    var validTick: UInt64?
  }

  /// A flag as it was read.
  struct Reading: Sendable {
    let flag: FeatureFlag?
    let reason: FlagReason
    let isPinned: Bool
  }

  private let view = StripedLock(View())
  private let clock: any FlagClock
  private let policies: FlagPolicies
  /// Taken before the view's locks where both are.
  private let book = Lock(PinBook())

  init(clock: any FlagClock, policies: FlagPolicies = .none) {
    self.clock = clock
    self.policies = policies
  }

  func flag(_ key: String) -> FeatureFlag? {
    quickly({ $0.flag(key, isDone: &$1) }, otherwise: { reading(key, at: $0).flag })
  }

  func isEnabled(_ key: String) -> Bool? {
    quickly({ $0.isEnabled(key, isDone: &$1) }, otherwise: { reading(key, at: $0).flag?.isEnabled })
  }

  /// Reads from the table when it is still valid and the reading has no consequence.
  ///
  /// The clock is asked outside the view's lock, since it may be the app's own.
  @inline(__always)
  private func quickly<Value>(
    _ find: (FlagTable, inout Bool) -> Value?, otherwise: (TimeInterval) -> Value?
  ) -> Value? {
    let tick = clock.tick
    var isValid = false
    var isDone = true
    if let tick {
      let found = view.read { view -> Value? in
        isValid = view.validTick == tick
        return isValid ? find(view.table, &isDone) : nil
      }
      if isValid { return isDone ? found : otherwise(clock.uptime) }
    }
    let uptime = clock.uptime
    let found = view.read { view -> Value? in
      isDone = uptime < view.expiresAt
      guard isDone else { return nil }
      view.validTick = tick
      return find(view.table, &isDone)
    }
    return isDone ? found : otherwise(uptime)
  }

  /// The flag of a key, with why it is what it is.
  func details(_ key: String) -> Reading {
    reading(key, at: clock.uptime)
  }

  /// The same without the consequences of a reading: nothing is kept or reported.
  func glance(_ key: String) -> Reading {
    let uptime = clock.uptime
    let exact = ExactString(key)
    let (flag, stack, isCurrent) = look(key, exact, at: uptime)
    if let pin = book.withLock({ $0.pins[exact] }), isCurrent || !pin.isOver(exact, live: flag, stack, at: uptime) {
      return Reading(flag: pin.flag, reason: pin.reason, isPinned: true)
    }
    return Reading(flag: flag, reason: flag?.reason ?? stack.absence(of: exact, at: uptime), isPinned: false)
  }

  var table: FlagTable { table(at: clock.uptime) }

  /// The flags that readers see at that uptime.
  func table(at uptime: TimeInterval) -> FlagTable {
    let (table, stack) = view.read { (uptime < $0.expiresAt ? $0.table : nil, $0.stack) }
    if let table { return table }
    // Seldom: until a timer has noticed that an answer ended.
    let live = stack.table(at: uptime)
    var book = book.withLock { $0 }
    book.lift(.expiry, live: live, stack, at: uptime)
    return FlagTable(book.applied(to: live))
  }

  /// Is told, outside all locks, of the first reading of a flag whose readings count as impressions.
  var onFirstRead: (@Sendable (FeatureFlag) -> Void)? {
    get { book.withLock(\.onFirstRead) }
    set { book.withLock { $0.onFirstRead = newValue } }
  }

  /// A first reading could not be reported: the next one is a first one again.
  func forgetFirstRead(_ flag: FeatureFlag) {
    book.withLock { $0.forget(flag) }
  }

  /// Replaces the flags for all readers.
  ///
  /// - Parameters:
  ///   - stack: What the flags are made of.
  ///   - uptime: The present uptime.
  ///   - lifting: Which pins end with it.
  ///   - canPin: Whether what is read from now on may be kept.
  /// - Returns: The flags in effect.
  @discardableResult
  func publish(
    _ stack: LayerStack, at uptime: TimeInterval, lifting: PinBook.Lifting = .none, canPin: Bool = true
  ) -> FlagTable {
    let live = stack.table(at: uptime)
    // No first reading comes between the pins and the table that has them.
    return book.withLock { book in
      book.lift(lifting, live: live, stack, at: uptime)
      let table = policies.isIdle ? live : FlagTable(book.applied(to: live), watching: policies)
      view.replace(with: View(table: table, expiresAt: stack.expiresAt, stack: stack, canPin: canPin))
      return table
    }
  }

  /// The long way to a flag.
  private func reading(_ key: String, at uptime: TimeInterval) -> Reading {
    let exact = ExactString(key)
    guard policies.isWatched(exact) else {
      let (flag, stack, _) = look(key, exact, at: uptime)
      return Reading(flag: flag, reason: flag?.reason ?? stack.absence(of: exact, at: uptime), isPinned: false)
    }
    let (reading, report) = book.withLock { book -> (Reading, (@Sendable (FeatureFlag) -> Void)?) in
      let reading = read(exact, at: uptime, &book)
      guard let flag = reading.flag, policies.isImpression(exact), book.isNews(flag) else { return (reading, nil) }
      return (reading, book.onFirstRead)
    }
    if let flag = reading.flag { report?(flag) }
    return reading
  }

  private func read(_ key: ExactString, at uptime: TimeInterval, _ book: inout PinBook) -> Reading {
    let (live, stack, isCurrent) = look(key.string, key, at: uptime)
    if let pin = book.pins[key], isCurrent || !pin.isOver(key, live: live, stack, at: uptime) {
      return Reading(flag: pin.flag, reason: pin.reason, isPinned: true)
    }
    let reason = live?.reason ?? stack.absence(of: key, at: uptime)
    let stability = policies.stability(of: key)
    let isPinned =
      stability != .live && view.read { $0.canPin }
      && book.add(PinBook.Pin(flag: live, reason: reason, stability: stability), for: key)
    return Reading(flag: live, reason: reason, isPinned: isPinned)
  }

  /// The flag of a key in effect, what that was made of, and whether the table is still used.
  private func look(
    _ key: String, _ exact: ExactString, at uptime: TimeInterval
  ) -> (flag: FeatureFlag?, stack: LayerStack, isCurrent: Bool) {
    let (flag, stack, isCurrent) = view.read { ($0.table.flag(key), $0.stack, uptime < $0.expiresAt) }
    return (isCurrent ? flag : stack.flag(exact, at: uptime), stack, isCurrent)
  }
}
