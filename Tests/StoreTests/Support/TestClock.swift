import Foundation

/// A clock that stands still until a test moves it.
///
/// `@unchecked Sendable` because the time is reached only under the lock.
final class TestClock: @unchecked Sendable {
  private let lock = NSLock()
  private var milliseconds: Int64

  init(_ milliseconds: Int64 = 1_800_000_000_000) {
    self.milliseconds = milliseconds
  }

  var now: Int64 { lock.withLock { milliseconds } }

  func advance(by step: Int64) {
    lock.withLock { milliseconds += step }
  }
}
