import Foundation

/// When events may and should be sent; all times are uptimes.
struct SendPacing: Sendable {
  /// When the next batch goes out by itself.
  var dueAt: TimeInterval?
  /// Not before then, because the last batch failed.
  var pausedUntil: TimeInterval = 0
  /// Not before then, because the server said so.
  var blockedUntil: TimeInterval = 0
  /// How many batches have failed since the last that did not.
  var failures = 0
  /// When a pause was last skipped.
  var skippedAt = -TimeInterval.infinity

  /// Events wait for so many seconds, so that several go together.
  static let interval: TimeInterval = 30
  static let longestDelay: TimeInterval = 5 * 60
  /// After something that must be mended first, and the longest that the server may ask for.
  static let hour: TimeInterval = 60 * 60
  /// However often the app asks, a pause is not skipped again within so many seconds.
  static let shortestSkip: TimeInterval = 1

  /// Something waits.
  mutating func wait(at uptime: TimeInterval) {
    if dueAt == nil { dueAt = max(uptime + Self.interval, pausedUntil, blockedUntil) }
  }

  /// Whether a batch may go out.
  func isOpen(at uptime: TimeInterval) -> Bool { uptime >= pausedUntil && uptime >= blockedUntil }

  /// Ends the pause after a failure, unless that was done just now; what the server said stands.
  ///
  /// - Returns: Whether a batch may go out.
  mutating func skipPause(at uptime: TimeInterval) -> Bool {
    guard uptime >= blockedUntil, uptime - skippedAt >= Self.shortestSkip else { return false }
    skippedAt = uptime
    pausedUntil = 0
    return true
  }

  /// The server has a batch.
  mutating func succeeded() {
    failures = 0
    pausedUntil = 0
    blockedUntil = 0
    dueAt = nil
  }

  /// A batch did not arrive.
  mutating func failed(at uptime: TimeInterval, retryAfter: TimeInterval?, isTransient: Bool) {
    failures += 1
    if let retryAfter { blockedUntil = uptime + min(retryAfter, Self.hour) }
    // Doubling from a second, and anywhere below, so that devices that failed together do not return together.
    let ceiling = isTransient ? min(Self.longestDelay, exp2(Double(min(failures, 20) - 1))) : Self.hour
    pausedUntil = uptime + (isTransient ? .random(in: 0...ceiling) : .random(in: ceiling / 2...ceiling))
    dueAt = max(pausedUntil, blockedUntil)
  }
}
