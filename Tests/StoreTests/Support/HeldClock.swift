import Foundation

/// A clock at which whoever asks for the time stands still while a test holds it.
///
/// `@unchecked Sendable` because its state is reached only under the condition's lock.
final class HeldClock: @unchecked Sendable {
  private let condition = NSCondition()
  private var isHeld = false
  private var waiting = 0

  /// The instant, in milliseconds since 1970 UTC, once nobody holds the clock.
  func now() -> Int64 {
    condition.lock()
    defer { condition.unlock() }
    waiting += 1
    while isHeld { condition.wait() }
    waiting -= 1
    return 1_800_000_000_000
  }

  /// Whether somebody stands still here.
  var isAwaited: Bool { count > 0 }

  /// How many stand still here.
  var count: Int {
    condition.lock()
    defer { condition.unlock() }
    return waiting
  }

  /// Stops whoever asks from now on, or lets them go.
  func hold(_ holds: Bool) {
    condition.lock()
    isHeld = holds
    condition.broadcast()
    condition.unlock()
  }
}
