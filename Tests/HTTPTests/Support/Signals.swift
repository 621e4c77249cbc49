import SerinLock

@testable import HTTP

/// Something that happens once, and that others wait for.
final class Event: Sendable {
  private struct State {
    var hasHappened = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Lock(State())

  /// Lets the event happen.
  func signal() {
    let waiters = state.withLock { state in
      state.hasHappened = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  var hasHappened: Bool { state.withLock { $0.hasHappened } }

  /// Waits for the event, whether or not the task is cancelled.
  func wait() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if !state.hasHappened { state.waiters.append(continuation) }
        return state.hasHappened
      }
      if isOver { continuation.resume() }
    }
  }

  /// Waits until the event happens or the task is cancelled.
  func waitOrCancel() async {
    await withTaskCancellationHandler {
      await wait()
    } onCancel: {
      signal()
    }
  }
}

/// A list that several threads add to.
final class Log: Sendable {
  private let entries = Lock<[String]>([])
  var all: [String] { entries.withLock { $0 } }
  func add(_ entry: String) { entries.withLock { $0.append(entry) } }
}

/// Waits until something holds; false when it does not within the time.
func eventually(within patience: Duration = .seconds(240), _ condition: () -> Bool) async -> Bool {
  let deadline = ContinuousClock.now + patience
  while !condition() {
    guard ContinuousClock.now < deadline else { return false }
    // Looks again soon, and leaves the processor to what is waited for.
    try? await offPool { Pause.milliseconds(2) }
  }
  return true
}
