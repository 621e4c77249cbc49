public import Foundation

/// Word of a source that its flags have changed.
public struct FlagSignal: Sendable, Hashable {
  /// The epoch of the announced revision; nil when the source does not number its changes.
  public var epoch: Int64?
  /// The revision that is there now; a source that gave it already is not asked again.
  public var revision: Int64?
  /// The source is asked at a random time within so many seconds, so that not all devices ask at once.
  public var spread: TimeInterval

  /// Creates a signal.
  ///
  /// - Parameter spread: Seconds, up to an hour; zero or less means at once.
  public init(epoch: Int64? = nil, revision: Int64? = nil, spread: TimeInterval = 0) {
    self.epoch = epoch
    self.revision = revision
    self.spread = spread
  }

  /// The longest time that a signal is spread over, in seconds.
  static let longestSpread: TimeInterval = 60 * 60
}
