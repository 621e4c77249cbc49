import SerinLock

/// State behind a lock that leaves word of the tasks to be cancelled.
///
/// Cancelling a task runs its handlers at once, and those are the code of a clock or a transport, which may wait or call
/// the client; so it is done once the lock is free.
protocol CancellingState: Sendable {
  /// The tasks to be cancelled.
  var cancelled: [Task<Void, Never>] { get set }
}

extension Lock where Value: CancellingState {
  /// Changes the state, then cancels the tasks that it left word of.
  func change<Result>(_ body: (inout Value) -> Result) -> Result {
    let (result, cancelled) = withLock { state in
      let result = body(&state)
      defer { state.cancelled = [] }
      return (result, state.cancelled)
    }
    for task in cancelled { task.cancel() }
    return result
  }
}
