import Foundation
import SerinLock

extension RunRecorder {
  /// The host's crash reporter says that the run before this one crashed.
  ///
  /// Says so to the server once, with an id that follows from that run: telling again, in this start or a later one, tells
  /// nothing twice. Does nothing when there was no run before.
  func recordCrash(_ crash: PastRun.Crash) {
    let event = state.withLock { state -> (body: JSONObject, at: Date)? in
      if case .locked = state.access {
        state.earlyCrash = crash
        return nil
      }
      guard let (exit, token) = state.previous, let run = state.history.runs.first(where: { $0.token == token }),
        run.crash == nil
      else { return nil }
      state.previous?.exit = PreviousExit(
        kind: .crashed, exposed: exit.exposed, startedAt: exit.startedAt, duration: exit.duration)
      state.history.change(token) { run in
        run.kind = .crashed
        run.crash = crash
        run.isHandedOver = false
      }
      state.told.insert(token)
      suspect(&state)
      guard let changed = state.history.runs.first(where: { $0.token == token }),
        let event = changed.events.first(where: { $0.type == "crash" })
      else { return nil }
      return (event.body, changed.endedAt)
    }
    guard let event else { return }
    // First: a kill in the next instant must not lose what only the host knew.
    writeHistory()
    sink.append(type: "crash", body: event.body, at: event.at)
  }
}
