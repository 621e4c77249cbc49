import Foundation

/// Until when Firebase is not asked after it could not answer; all times are uptimes.
struct BackOff: Sendable {
  /// How often in a row Firebase could not answer.
  private var failures = 0
  private var until: TimeInterval = 0
  /// Why.
  private var failure: RequestFailure?

  /// The first wait and the longest, in seconds (firebase-ios-sdk, `RCNConfigSettings`).
  static let shortest: TimeInterval = 2 * 60
  static let longest: TimeInterval = 4 * 60 * 60
  /// A `Retry-After` counts up to this.
  static let longestAskedFor: TimeInterval = 24 * 60 * 60

  /// Why Firebase is not asked now, with the seconds that are left; nil when it may be.
  func refusal(at uptime: TimeInterval) -> RequestFailure? {
    guard var failure, uptime < until else { return nil }
    failure.retryAfter = until - uptime
    return failure
  }

  /// Firebase answered.
  mutating func end() {
    self = BackOff()
  }

  /// A request failed.
  ///
  /// - Parameter random: A number from 0 up to 1, which makes the wait half as long up to one and a half times as long, so
  ///   that devices which failed together do not return together.
  mutating func failed(_ failure: RequestFailure, at uptime: TimeInterval, random: Double) {
    // Without a network nothing is gained by waiting: the next try may be the first that is heard.
    guard failure.isBackOff else { return }
    failures += 1
    let doubled = min(Self.longest, Self.shortest * exp2(Double(min(failures, 20) - 1)))
    let askedFor = min(failure.retryAfter ?? 0, Self.longestAskedFor)
    until = uptime + max(doubled * (0.5 + random), askedFor)
    self.failure = failure
  }
}
