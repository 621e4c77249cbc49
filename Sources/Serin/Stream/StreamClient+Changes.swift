import Foundation
import SerinLock

extension StreamClient {
  /// Takes an event; those of a newer server that this client does not know mean nothing to it.
  func take(_ event: ServerSentEvent, _ engine: FlagEngine) {
    guard event.type == ChangeAnnouncement.eventType else { return }
    guard let announcement = ChangeAnnouncement(parsing: event.data) else {
      engine.configuration.log?(FlagLogMessage(level: .debug, text: "the stream announced a change without a revision"))
      return
    }
    let held = engine.heldVersion
    let version = announcement.version
    if let held, held.epoch == version.epoch, held.revision >= version.revision { return }
    let dueAt = clock.uptime + random() * announcement.spread
    state.change { state in
      guard state.isForeground else { return }
      if state.catchUp?.merge(version, over: held, dueAt: dueAt) == nil {
        state.catchUp = CatchUp(version, over: held, dueAt: dueAt)
      }
      arm(&state, engine)
    }
  }

  /// An answer came: compares it with what was announced.
  func compare(_ engine: FlagEngine) {
    let held = engine.heldVersion
    let uptime = clock.uptime
    let random = random()
    let givenUp: RulesetVersion? = state.change { state in
      guard var catchUp = state.catchUp else { return nil }
      let verdict = catchUp.answered(held, at: uptime, random: random)
      state.catchUp = verdict == .givenUp ? nil : catchUp
      arm(&state, engine)
      return verdict == .givenUp ? catchUp.announced : nil
    }
    if let givenUp { engine.reportStaleAnswers(announced: givenUp) }
  }

  /// Sets the timer to when the catch-up is due.
  func arm(_ state: inout State, _ engine: FlagEngine) {
    let due = state.isForeground ? state.catchUp?.dueAt : nil
    let earlier = state.timer.set(due, by: clock) { self.ask(engine, $0) }
    if let earlier { state.cancelled.append(earlier) }
  }

  private func ask(_ engine: FlagEngine, _ due: TimeInterval) {
    let held = engine.heldVersion
    let behind: CatchUp? = state.withLock { state in
      // A timer that was replaced in the very moment it fired has nothing to do.
      guard state.timer?.due == due, let catchUp = state.catchUp else { return nil }
      state.timer = nil
      state.catchUp?.beginAsking()
      return catchUp.isReached(by: held) ? nil : catchUp
    }
    if let behind { engine.requestBecauseOfStream(isRepeat: behind.staleAnswers > 0) }
  }
}
