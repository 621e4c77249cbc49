public import Foundation
public import Serin
package import SerinLock

/// A clock that stands still until a test moves it.
///
/// Give it to a client as ``FeatureFlags/Configuration/clock``; hours then pass in no time. Safe to use from any
/// thread.
public final class TestClock: FlagClock {
  private struct State: Sendable {
    var now: Date
    var uptime: TimeInterval = 1000
    var sleepers: [UInt64: Sleeper] = [:]
    var lastNumber: UInt64 = 0
  }

  private struct Sleeper: Sendable {
    let due: TimeInterval
    let continuation: CheckedContinuation<Void, any Error>
  }

  private let state: Lock<State>

  /// Called once, after somebody looked at the uptime and before that somebody goes on.
  package let afterLooking = Lock<(@Sendable () -> Void)?>(nil)

  /// Creates a clock.
  ///
  /// - Parameter now: What the wall clock shows; the uptime begins at 1000 seconds.
  public init(now: Date = Date(timeIntervalSince1970: 1_800_000_000)) {
    state = Lock(State(now: now))
  }

  /// The wall clock.
  public var now: Date { state.withLock(\.now) }

  /// Seconds from a fixed point in the past; never goes back.
  public var uptime: TimeInterval {
    let uptime = state.withLock(\.uptime)
    let interruption = afterLooking.withLock { interruption in
      defer { interruption = nil }
      return interruption
    }
    interruption?()
    return uptime
  }

  /// Another number for every uptime.
  public var tick: UInt64? { state.withLock(\.uptime.bitPattern) }

  /// Waits until the test has let so many seconds pass.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(seconds: TimeInterval) async throws {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isOver = state.withLock { state in
          guard seconds > 0, !Task.isCancelled else { return true }
          state.sleepers[number] = Sleeper(due: state.uptime + seconds, continuation: continuation)
          return false
        }
        if isOver { continuation.resume() }
      }
      try Task.checkCancellation()
    } onCancel: {
      let sleeper = state.withLock { $0.sleepers.removeValue(forKey: number) }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Whether someone sleeps until that uptime, within a millisecond.
  public func hasSleeper(until due: TimeInterval) -> Bool {
    state.withLock { $0.sleepers.values.contains { abs($0.due - due) < 0.001 } }
  }

  /// Lets time pass, and wakes who has slept long enough.
  ///
  /// - Parameters:
  ///   - seconds: How long, zero or more.
  ///   - frozen: Whether timers stand still, as while an app is suspended.
  public func advance(by seconds: TimeInterval, frozen: Bool = false) {
    let due = state.withLock { state -> [Sleeper] in
      state.now.addTimeInterval(seconds)
      state.uptime += seconds
      guard !frozen else { return [] }
      let numbers = state.sleepers.filter { $0.value.due <= state.uptime }.map(\.key)
      return numbers.compactMap { state.sleepers.removeValue(forKey: $0) }
    }
    due.forEach { $0.continuation.resume() }
  }

  /// Sets the wall clock, as a person may; the uptime stays.
  public func setWall(to date: Date) {
    state.withLock { $0.now = date }
  }
}
