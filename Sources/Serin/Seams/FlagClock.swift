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

  /// Waits.
  ///
  /// - Parameter seconds: How long, zero or more.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func sleep(seconds: TimeInterval) async throws
}
