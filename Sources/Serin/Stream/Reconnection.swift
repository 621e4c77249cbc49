import Foundation

/// When the stream is opened again; all times are uptimes.
struct Reconnection: Sendable {
  /// How many connections have failed since one that was good.
  private(set) var failures = 0
  /// Until when the server does not want to be asked.
  private(set) var blockedUntil: TimeInterval = 0
  /// Whether the server refused the key; a new session tries again.
  private(set) var isRefused = false
  private(set) var isUnsupported = false

  static let longestDelay: TimeInterval = 5 * 60
  /// A server without streams may get them with its next version.
  static let pauseWithoutStreams: TimeInterval = 60 * 60
  /// A server's `Retry-After` counts up to this.
  static let longestBlock: TimeInterval = 60 * 60
  /// A connection that held for so many seconds was a good one, however it ended.
  static let goodAfter: TimeInterval = 60
  /// So many seconds are enough where the server ended it in order, as servers do to spread their load.
  static let goodAfterIfEnded: TimeInterval = 10

  /// Seconds until a connection may be opened, or nil when none may.
  func remaining(at uptime: TimeInterval) -> TimeInterval? {
    isRefused || isUnsupported ? nil : max(0, blockedUntil - uptime)
  }

  /// A new session may find another key in effect at the server.
  mutating func sessionBegan() {
    isRefused = false
  }

  /// A connection has ended.
  ///
  /// - Parameters:
  ///   - openFor: For how many seconds lines could come; nil when the server never accepted.
  ///   - retry: The seconds that the server told its clients to wait, if it did.
  ///   - random: A number from 0 up to, but not including, 1.
  /// - Returns: Seconds until the next one, or nil when none may be opened.
  mutating func ended(
    _ ending: StreamEnding, openFor: TimeInterval?, retry: TimeInterval?, at uptime: TimeInterval, random: Double
  ) -> TimeInterval? {
    switch ending {
    case .unsupported:
      isUnsupported = true
      return nil
    case .refused(let response):
      if [401, 403].contains(response.status) {
        isRefused = true
        return nil
      }
      // 204 is how a server tells event sources to stay away (WHATWG HTML, 9.2.2).
      let pause = [204, 404, 501].contains(response.status) ? Self.pauseWithoutStreams : response.retryAfter ?? 0
      blockedUntil = uptime + min(pause, Self.longestBlock)
    case .ended, .silent, .broken:
      var goodAfter = Self.goodAfter
      if case .ended = ending { goodAfter = Self.goodAfterIfEnded }
      if let openFor, openFor >= goodAfter { failures = 0 }
    }
    failures += 1
    // Doubling from a second, and anywhere below, so that clients which were cut off together do not return together.
    let ceiling = min(Self.longestDelay, exp2(Double(min(failures, 20) - 1)))
    let delay = max(blockedUntil - uptime, min(retry ?? 0, Self.longestDelay))
    return max(0, delay) + random * ceiling
  }
}
