/// Something that happens once and that any number of tasks can wait for.
final class Latch: Sendable {
  private struct State {
    var hasHappened = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Monitor(State())

  /// Lets everybody go who waits, and who comes later.
  func open() {
    let released = state.change { state in
      state.hasHappened = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in released { continuation.resume() }
  }

  /// Returns once ``open()`` was called.
  func wait() async {
    await withCheckedContinuation { continuation in
      let mustWait = state.change { state in
        if !state.hasHappened { state.waiting.append(continuation) }
        return !state.hasHappened
      }
      if !mustWait { continuation.resume() }
    }
  }

  /// Keeps the calling thread until ``open()`` was called: for threads of our own, never for tasks.
  func waitOnThread() { state.wait { $0.hasHappened ? () : nil } }
}
