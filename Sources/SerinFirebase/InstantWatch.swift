import Foundation
import Serin
import SerinLock

/// Tells the clients when a date of the rules has passed.
final class InstantWatch: Sendable {
  private struct State: Sendable {
    var instant: Date?
    var followers: [UInt64: AsyncStream<FlagSignal>.Continuation] = [:]
    var lastNumber: UInt64 = 0
    var task: Task<Void, Never>?
  }

  private let state = Lock(State())
  private let clock: any FlagClock
  /// Called before the clients are told.
  private let onPassing: @Sendable () -> Void

  /// A person may set the wall clock, so it is looked at again after so many seconds.
  private static let longestSleep: TimeInterval = 15 * 60

  init(clock: any FlagClock, onPassing: @escaping @Sendable () -> Void) {
    self.clock = clock
    self.onPassing = onPassing
  }

  deinit {
    let state = state.withLock { $0 }
    state.task?.cancel()
    state.followers.values.forEach { $0.finish() }
  }

  /// A stream for one client; nothing is watched as long as there is none.
  func signals() -> AsyncStream<FlagSignal> {
    let (stream, continuation) = AsyncStream.makeStream(of: FlagSignal.self, bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.lastNumber += 1
      state.followers[state.lastNumber] = continuation
      return state.lastNumber
    }
    continuation.onTermination = { [weak self] _ in self?.leave(number) }
    watch()
    return stream
  }

  /// Watches that instant instead of the last one; nil watches none.
  func set(_ instant: Date?) {
    let isNew = state.withLock { state in
      defer { state.instant = instant }
      return state.instant != instant
    }
    if isNew { watch() }
  }

  private func leave(_ number: UInt64) {
    let idle = state.withLock { state -> Task<Void, Never>? in
      state.followers[number] = nil
      guard state.followers.isEmpty else { return nil }
      defer { state.task = nil }
      return state.task
    }
    idle?.cancel()
  }

  private func watch() {
    let earlier = state.withLock { state -> Task<Void, Never>? in
      let earlier = state.task
      state.task = nil
      guard let instant = state.instant, !state.followers.isEmpty else { return earlier }
      state.task = Task { [weak self, clock] in
        while true {
          let left = instant.timeIntervalSince(clock.now)
          guard left > 0 else { break }
          guard (try? await clock.sleep(seconds: min(left, Self.longestSleep))) != nil else { return }
        }
        self?.pass(instant)
      }
      return earlier
    }
    // Outside the lock, since it reaches the clock's own code.
    earlier?.cancel()
  }

  private func pass(_ instant: Date) {
    let followers = state.withLock { state -> [AsyncStream<FlagSignal>.Continuation]? in
      guard state.instant == instant else { return nil }
      state.instant = nil
      return Array(state.followers.values)
    }
    guard let followers else { return }
    onPassing()
    followers.forEach { $0.yield(FlagSignal()) }
  }
}
