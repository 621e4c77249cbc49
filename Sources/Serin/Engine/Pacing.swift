import Foundation

/// When requests may and must be sent again; all times are uptimes.
struct Pacing: Sendable {
  /// When the server last gave or confirmed a whole answer for the present context.
  var lastSuccess: TimeInterval?
  /// When flags are asked for again while the app is in the foreground.
  var hourlyAt: TimeInterval?
  /// When a failed request is tried again.
  var retryAt: TimeInterval?
  /// Until when the server asked not to be asked.
  var blockedUntil: TimeInterval?
  /// How many requests have failed since the last that did not.
  var failures = 0

  /// Within so many seconds of a success `refresh` does not ask again.
  static let throttle: TimeInterval = 5 * 60
  /// Between two requests in the foreground, give or take the jitter that keeps devices apart.
  static let interval: TimeInterval = 60 * 60
  static let intervalJitter: TimeInterval = 5 * 60
  static let longestRetryDelay: TimeInterval = 5 * 60
  /// A server's `Retry-After` counts up to this.
  static let longestBlock: TimeInterval = 60 * 60

  /// How long `refresh` is still answered from the stored flags, or nil when it is not.
  func throttleRemaining(at uptime: TimeInterval) -> TimeInterval? {
    guard let lastSuccess, uptime - lastSuccess < Self.throttle else { return nil }
    return lastSuccess + Self.throttle - uptime
  }

  /// For how long the server asked not to be asked, or nil when it did not.
  func blockRemaining(at uptime: TimeInterval) -> TimeInterval? {
    guard let blockedUntil, uptime < blockedUntil else { return nil }
    return blockedUntil - uptime
  }

  /// Another context is asked for from now on.
  mutating func contextChanged() {
    lastSuccess = nil
  }

  /// An answer came.
  ///
  /// - Parameter isWhole: Whether it decided every flag; a partial one does not throttle.
  mutating func succeeded(at uptime: TimeInterval, isWhole: Bool) {
    lastSuccess = isWhole ? uptime : nil
    failures = 0
    retryAt = nil
    blockedUntil = nil
    finished(at: uptime)
  }

  /// A request failed.
  ///
  /// - Parameters:
  ///   - retryAfter: The seconds that the server asked for, if any.
  ///   - isTransient: Whether the same request may succeed later by itself.
  mutating func failed(at uptime: TimeInterval, retryAfter: TimeInterval?, isTransient: Bool) {
    failures += 1
    // A source of the app's own may give anything, also what is no number.
    blockedUntil = retryAfter.map { $0 > 0 ? uptime + min($0, Self.longestBlock) : uptime }
    // Doubling from a second, and anywhere below, so that devices that failed together do not return together.
    let ceiling = min(Self.longestRetryDelay, exp2(Double(min(failures, 20) - 1)))
    let delay = Double.random(in: 0...ceiling)
    retryAt = isTransient ? max(uptime + delay, blockedUntil ?? 0) : nil
    finished(at: uptime)
  }

  private mutating func finished(at uptime: TimeInterval) {
    hourlyAt = uptime + Self.interval + Double.random(in: -Self.intervalJitter...Self.intervalJitter)
  }
}
