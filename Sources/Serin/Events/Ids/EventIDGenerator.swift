import Foundation
import SerinLock

/// Makes ids that grow within a process, whatever the wall clock does.
final class EventIDGenerator: Sendable {
  private let latest = Lock(EventID(high: 0, low: 0))
  private let random: @Sendable () -> UInt64

  /// Creates a generator.
  ///
  /// - Parameter random: Gives 64 bits by chance.
  init(random: @escaping @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) }) {
    self.random = random
  }

  /// The id of something that happens at that time.
  ///
  /// When the clock stands still or goes back, the bits after the time grow by a random step instead (RFC 9562, 6.2,
  /// method 2, "monotonic random").
  func next(at date: Date) -> EventID {
    let milliseconds = EventID.milliseconds(date)
    let (first, second) = (random(), random())
    return latest.withLock { latest in
      if milliseconds > latest.high >> 16 {
        latest = EventID(high: milliseconds << 16 | EventID.version | first & 0xFFF, low: EventID.variant | second >> 2)
      } else {
        latest = Self.following(latest, step: 1 + second >> 32)
      }
      return latest
    }
  }

  private static func following(_ id: EventID, step: UInt64) -> EventID {
    let low = (id.low & ~EventID.variant) + step
    guard low >= EventID.variantUnit else { return EventID(high: id.high, low: EventID.variant | low) }
    // The 62 bits are used up: carry into the twelve, and from there into the time.
    let chance = (id.high & 0xFFF) + 1
    let time = (id.high >> 16) + chance >> 12
    return EventID(
      high: time << 16 | EventID.version | chance & 0xFFF, low: EventID.variant | (low - EventID.variantUnit))
  }
}
