public import Foundation

/// Where the SDK takes the time from; tests replace it.
public protocol FlagClock: Sendable {
  /// The wall clock, which people and the network may set.
  ///
  /// Only the stamp of a stored answer uses it, because that must outlive the process.
  var now: Date { get }

  /// Seconds from a fixed point in the past.
  ///
  /// Never goes back, and counts the time the device sleeps.
  var uptime: TimeInterval { get }

  /// A number that changes within a few milliseconds whenever ``uptime`` grows, and is much cheaper to have.
  ///
  /// Every reading of a flag asks whether its answer is still valid. With this number it takes the exact time once in a few
  /// milliseconds only. A requirement with a default: nil, for clocks that have no such number.
  var tick: UInt64? { get }

  /// Waits.
  ///
  /// - Parameter seconds: How long, zero or more.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func sleep(seconds: TimeInterval) async throws
}

extension FlagClock {
  /// nil: whoever needs the time takes ``uptime``.
  public var tick: UInt64? { nil }
}
