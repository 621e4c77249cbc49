import Foundation
import SerinLock

extension FlagEngine {
  /// Waits for the end of the request that `register` asks for.
  ///
  /// A caller whose task is cancelled hears of it at once; `register` is called all the same.
  func wait(
    _ subject: RefreshWaiter.Subject, _ register: (RefreshWaiter) -> Void
  ) async throws -> RefreshOutcome {
    let number = core.withLock { $0.newNumber() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        register(RefreshWaiter(number: number, subject: subject, reply: .continuation(continuation)))
        // The handler below may have run before there was anything to cancel.
        if Task.isCancelled { cancelWaiter(number) }
      }
    } onCancel: {
      cancelWaiter(number)
    }
  }

  /// A waiter that is told through a closure.
  func waiter(
    _ subject: RefreshWaiter.Subject, _ completion: (@MainActor @Sendable (FeatureFlagsError?) -> Void)?
  ) -> RefreshWaiter {
    let number = core.withLock { $0.newNumber() }
    return RefreshWaiter(number: number, subject: subject, reply: .completion(completion))
  }

  /// Waits until an answer or an error for the present context is there, at most so many seconds.
  func ready(within seconds: TimeInterval) async -> FlagsState {
    let number = core.withLock { $0.newNumber() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        step { state, moment in
          // A number that is not one waits not at all.
          let bounded = seconds > 0 ? min(seconds, Self.longestWait) : 0
          guard !state.isReady, !state.isClosed, !isAppExtension, bounded > 0 else {
            state.effects.append(.ready(continuation, state.summary(at: moment)))
            return
          }
          let deadline = moment.uptime + bounded
          state.readiness.append(ReadyWaiter(number: number, deadline: deadline, continuation: continuation))
        }
        if Task.isCancelled { releaseReady(number) }
      }
    } onCancel: {
      releaseReady(number)
    }
  }

  /// Nobody waits longer than this, whatever was asked for.
  static let longestWait: TimeInterval = 60 * 60

  private func releaseReady(_ number: UInt64) {
    step { state, moment in releaseReady(&state, at: moment) { $0.number == number } }
  }
}
