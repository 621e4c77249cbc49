import Foundation

extension FlagEngine {
  /// Asks because somebody called `refresh`.
  func refresh(_ waiter: RefreshWaiter) {
    step { state, moment in
      expire(&state, at: moment)
      if let error = refusal(state) {
        finish(waiter, .failure(error), &state)
        return
      }
      askSources(&state, at: moment)
      if state.flight != nil {
        state.waiters.append(waiter)
      } else if let seconds = throttle(state, at: moment) {
        finish(waiter, .success(.throttled(until: moment.now.addingTimeInterval(seconds))), &state)
      } else {
        request(for: waiter, &state, at: moment)
      }
    }
  }

  /// Sends a request that somebody waits for, or joins the one under way.
  func request(for waiter: RefreshWaiter, _ state: inout EngineState, at moment: Moment) {
    if let error = refusal(state) {
      finish(waiter, .failure(error), &state)
      return
    }
    if state.flight == nil, let seconds = state.pacing.blockRemaining(at: moment.uptime) {
      let error = FeatureFlagsError.noAnswer("the server asked not to be asked yet", retryAfter: seconds)
      finish(waiter, .failure(error), &state)
      requestAutomatically(&state, at: moment)
      return
    }
    state.waiters.append(waiter)
    askSources(&state, at: moment)
    if state.flight == nil { send(&state, at: moment) }
  }

  /// Asks because it is time to, unless a request for the same context is under way or lets reports go first.
  func requestAutomatically(_ state: inout EngineState, at moment: Moment) {
    guard refusal(state) == nil, state.postponed?.isAfterReports != true else { return }
    askSources(&state, at: moment)
    guard state.flight == nil else { return }
    if state.pacing.blockRemaining(at: moment.uptime) != nil {
      state.pacing.retryAt = state.pacing.blockedUntil
    } else {
      send(&state, at: moment)
    }
  }

  /// Why nothing may be sent, or nil.
  func refusal(_ state: EngineState) -> FeatureFlagsError? {
    if state.isClosed { return .closed }
    if isAppExtension { return .appExtension }
    return state.gate == .locked ? .locked : nil
  }

  /// For how many seconds the stored flags are answer enough, or nil.
  private func throttle(_ state: EngineState, at moment: Moment) -> TimeInterval? {
    // What is held has just been found to be current.
    guard configuration.isRefreshThrottled, let held = state.held, !held.isPartial else { return nil }
    return state.pacing.throttleRemaining(at: moment.uptime)
  }

  private func send(_ state: inout EngineState, at moment: Moment, isRepeat: Bool = false) {
    guard sources.hasRemote else {
      beginRound(&state, at: moment)
      return
    }
    let endpoint: EvaluationEndpoint
    switch self.endpoint {
    case .success(let usable): endpoint = usable
    case .failure(let error):
      fail(&state, error, isTransient: false, at: moment)
      return
    }
    let prepared = endpoint.request(for: state.context, validator: isRepeat ? nil : state.held?.validator)
    let number = state.newNumber()
    let transport = configuration.transport
    let task = Task {
      let landing: Landing
      do {
        landing = Landing(try await transport.send(prepared.request))
      } catch {
        landing = Landing(error)
      }
      land(number, landing)
    }
    state.flight = EngineState.Flight(
      number: number, contextDigest: prepared.contextDigest,
      hasValidator: prepared.request.headers["If-None-Match"] != nil, isRepeat: isRepeat,
      deadline: moment.uptime + configuration.effectiveTimeout, task: task, before: state.announced)
    state.hasSent = true
    state.postponed = nil
    state.pacing.retryAt = nil
  }

  /// Takes the end of a request, unless that is not the present one any more.
  func land(_ number: UInt64, _ landing: Landing) {
    step { state, moment in
      guard let flight = state.flight, flight.number == number else { return }
      // First of all: what has expired while the request was under way cannot be confirmed by its answer. The flight is
      // still there, so this sends no other request.
      expire(&state, at: moment)
      state.flight = nil
      switch landing {
      case .answer(let answer, let entityTag): accept(answer, entityTag: entityTag, of: flight, &state, at: moment)
      case .notModified: confirm(flight, &state, at: moment)
      case .validatorRefused(let status): repeatWithoutValidator(flight, status: status, &state, at: moment)
      case .failure(let error, let isTransient): fail(&state, error, isTransient: isTransient, at: moment)
      }
    }
  }

  private func confirm(_ flight: EngineState.Flight, _ state: inout EngineState, at moment: Moment) {
    if flight.hasValidator, let held = state.held, held.validator?.contextDigest == flight.contextDigest {
      confirm(held, &state, at: moment)
    } else {
      repeatWithoutValidator(flight, status: 304, &state, at: moment)
    }
  }

  private func repeatWithoutValidator(
    _ flight: EngineState.Flight, status: Int, _ state: inout EngineState, at moment: Moment
  ) {
    if flight.isRepeat {
      let message = "the server answered an unconditional request with HTTP \(status)"
      fail(&state, FeatureFlagsError(code: status, message: message), isTransient: true, at: moment)
    } else {
      send(&state, at: moment, isRepeat: true)
    }
  }
}
