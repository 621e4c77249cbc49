import Foundation
import SerinLock

extension RunRecorder {
  /// The host's crash reporter says that the run before this one crashed.
  ///
  /// Says so to the server once, with an id that follows from that run: telling again, in this start or a later one, tells
  /// nothing twice. Does nothing when there was no run before.
  func recordCrash(_ crash: PastRun.Crash) {
    let isNews = state.withLock { state in
      if case .locked = state.access {
        state.earlyCrash = crash
        return false
      }
      guard note(crash, &state) else { return false }
      suspect(&state)
      return true
    }
    guard isNews else { return }
    // First: a kill in the next instant must not lose what only the host knew.
    writeHistory()
    tellEnds()
    // A flag that ends the app at its start leaves no time to wait for other events.
    sink.sendNow()
  }

  /// Takes down what the crash reporter said of the run before this one.
  ///
  /// - Returns: Whether that was not known before.
  func note(_ crash: PastRun.Crash, _ state: inout State) -> Bool {
    state.earlyCrash = nil
    guard let (exit, token) = state.previous,
      state.history.runs.contains(where: { $0.token == token && $0.crash == nil })
    else { return false }
    state.previous?.exit = PreviousExit(
      kind: .crashed, exposed: exit.exposed, startedAt: exit.startedAt, duration: exit.duration)
    state.history.change(token) { run in
      run.kind = .crashed
      run.crash = crash
      run.isHandedOver = false
    }
    state.told.remove(token)
    return true
  }
}
