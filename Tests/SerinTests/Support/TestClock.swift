import Foundation
import Serin
import SerinLock

/// A clock that stands still until a test moves it.
final class TestClock: FlagClock {
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

  init(now: Date = Date(timeIntervalSince1970: 1_800_000_000)) {
    state = Lock(State(now: now))
  }

  var now: Date { state.withLock(\.now) }

  var uptime: TimeInterval {
    let uptime = state.withLock(\.uptime)
    afterLooking.exchange(nil)?()
    return uptime
  }

  /// Called once, after somebody looked at the uptime and before that somebody goes on.
  let afterLooking = Lock<(@Sendable () -> Void)?>(nil)

  func sleep(seconds: TimeInterval) async throws {
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
    } onCancel: {
      let sleeper = state.withLock { $0.sleepers.removeValue(forKey: number) }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Whether someone sleeps until then.
  func hasSleeper(until due: TimeInterval) -> Bool {
    state.withLock { $0.sleepers.values.contains { abs($0.due - due) < 0.001 } }
  }

  /// Lets time pass, and wakes who has slept long enough.
  ///
  /// - Parameter frozen: Whether timers stand still, as while an app is suspended.
  func advance(by seconds: TimeInterval, frozen: Bool = false) {
    let due = state.withLock { state -> [Sleeper] in
      state.now.addTimeInterval(seconds)
      state.uptime += seconds
      guard !frozen else { return [] }
      let numbers = state.sleepers.filter { $0.value.due <= state.uptime }.map(\.key)
      return numbers.compactMap { state.sleepers.removeValue(forKey: $0) }
    }
    due.forEach { $0.continuation.resume() }
  }

  /// Sets the wall clock, which does not touch the uptime.
  func setWall(to date: Date) {
    state.withLock { $0.now = date }
  }
}
