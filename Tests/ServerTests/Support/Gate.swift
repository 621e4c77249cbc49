import SerinLock

/// A gate at which tasks wait until a test opens it; cancelling does not let them through.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Lock(State())

  /// Returns once the gate is open.
  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  /// Returns once somebody waits, or many do.
  func isAwaited(by count: Int = 1) async {
    while state.withLock({ $0.waiting.count }) < count { await Task.yield() }
  }

  /// Lets everybody through, now and later.
  func open() {
    let released = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in released { continuation.resume() }
  }
}
