import Foundation

extension FlagEngine {
  /// Sets the one timer to the earliest thing to do, which is looked at again when the app becomes active.
  func arm(_ state: inout EngineState) {
    state.cancel(state.timer.set(state.nextDue, by: clock) { self.tick($0) })
  }

  private func tick(_ due: TimeInterval) {
    step { state, moment in
      // A timer that was replaced in the very moment it fired has nothing to do.
      guard state.timer?.due == due, !state.isClosed else { return }
      state.timer = nil
      tickSources(&state, at: moment)
      if let flight = state.flight, flight.deadline <= moment.uptime { giveUp(flight, &state, at: moment) }
      expire(&state, at: moment)
      if let postponed = state.postponed, postponed.due <= moment.uptime { sendPostponed(&state, at: moment) }
      requestIfDue(&state, at: moment)
      releaseReady(&state, at: moment) { $0.deadline <= moment.uptime }
    }
    decideRulesets()
  }

  /// Sends the request that was put off.
  func sendPostponed(_ state: inout EngineState, at moment: Moment) {
    state.postponed = nil
    requestAutomatically(&state, at: moment)
  }

  /// Sends the hourly request, or the next try after a failure, when it is time and the app is in the foreground.
  func requestIfDue(_ state: inout EngineState, at moment: Moment) {
    guard state.session.isActive else { return }
    var isDue = false
    if let retryAt = state.pacing.retryAt, retryAt <= moment.uptime {
      state.pacing.retryAt = nil
      isDue = true
    }
    if let hourlyAt = state.pacing.hourlyAt, hourlyAt <= moment.uptime {
      state.pacing.hourlyAt = nil
      isDue = true
    }
    if isDue { requestAutomatically(&state, at: moment) }
  }

  private func giveUp(_ flight: EngineState.Flight, _ state: inout EngineState, at moment: Moment) {
    state.cancel(flight.task)
    state.flight = nil
    let seconds = configuration.effectiveTimeout
    fail(&state, .noAnswer("no answer within \(seconds) seconds"), isTransient: true, at: moment)
  }
}
