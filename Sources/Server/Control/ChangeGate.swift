import SerinLock

/// Lets the changes of one project look at what there is, decide and write, one after another.
///
/// Whether a flag may refer to another one depends on rows that the change itself does not write, so their versions
/// cannot guard it. Kills do not pass here: they refer to nothing and wait for nobody.
final class ChangeGate: Sendable {
  /// Who waits at each gate that is taken, in the order of their coming.
  private let waiting = Lock<[String: [CheckedContinuation<Void, Never>]]>([:])

  /// Runs a change when no other one of the project runs.
  func pass<R, Failure: Error>(
    _ projectID: String, _ body: () async throws(Failure) -> R
  ) async throws(Failure) -> R {
    await enter(projectID)
    defer { leave(projectID) }
    return try await body()
  }

  private func enter(_ projectID: String) async {
    await withCheckedContinuation { continuation in
      let isFree = waiting.withLock { waiting in
        let isFree = waiting[projectID] == nil
        if isFree { waiting[projectID] = [] } else { waiting[projectID]?.append(continuation) }
        return isFree
      }
      if isFree { continuation.resume() }
    }
  }

  private func leave(_ projectID: String) {
    let next = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
      guard let first = waiting[projectID]?.first else {
        waiting[projectID] = nil
        return nil
      }
      waiting[projectID]?.removeFirst()
      return first
    }
    next?.resume()
  }
}
