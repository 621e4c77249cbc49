import Foundation

extension FlagEngine {
  /// A request brought an answer.
  func succeed(_ state: inout EngineState, _ outcome: RefreshOutcome, isWhole: Bool, at moment: Moment) {
    state.lastError = nil
    state.answeredGeneration = state.generation
    state.effects.append(.tell(.answered))
    state.pacing.succeeded(at: moment.uptime, isWhole: isWhole)
    settle(&state, .success(outcome), at: moment)
  }

  /// A request brought none, or could not be sent; the flags in effect stay.
  func fail(_ state: inout EngineState, _ error: FeatureFlagsError, isTransient: Bool, at moment: Moment) {
    state.lastError = error
    state.pacing.failed(at: moment.uptime, retryAfter: error.retryAfter, isTransient: isTransient)
    state.effects.append(.log(FlagLogMessage(level: .warning, text: "flags were not refreshed: \(error.message)")))
    settle(&state, .failure(error), at: moment)
  }

  private func settle(
    _ state: inout EngineState, _ result: Result<RefreshOutcome, FeatureFlagsError>, at moment: Moment
  ) {
    state.settledGeneration = state.generation
    let waiters = state.waiters
    state.waiters = []
    for waiter in waiters {
      finish(waiter, result, &state)
    }
    releaseReady(&state, at: moment) { _ in true }
  }

  /// Tells a waiter how it ended; the one place where that happens.
  func finish(
    _ waiter: RefreshWaiter, _ result: Result<RefreshOutcome, FeatureFlagsError>, _ state: inout EngineState
  ) {
    switch waiter.reply {
    case .continuation(let continuation):
      state.effects.append(.resume(continuation, result))
    case .completion(let completion):
      guard let completion else { return }
      let error: FeatureFlagsError? = if case .failure(let error) = result { error } else { nil }
      state.outbox.append(.completion(completion, error))
    }
  }

  /// Lets those go on who wait until flags are ready.
  func releaseReady(_ state: inout EngineState, at moment: Moment, where isDone: (ReadyWaiter) -> Bool) {
    let done = state.readiness.filter(isDone)
    guard !done.isEmpty else { return }
    state.readiness.removeAll(where: isDone)
    let summary = state.summary(at: moment)
    state.effects += done.map { .ready($0.continuation, summary) }
  }

  /// The context is another one now: an answer under way does not count any more.
  ///
  /// Those who wait go on waiting for the next answer, except those who wanted the flags of a user who is gone.
  func supersede(_ state: inout EngineState) {
    state.generation += 1
    state.effects.append(.tell(.contextChanged(generation: state.generation)))
    state.cancel(state.flight?.task)
    state.flight = nil
    supersedeSources(&state)
    state.pacing.contextChanged()
    let userID = state.context.userID
    let disappointed = state.waiters.filter { !$0.wants(userID) }
    state.waiters.removeAll { !$0.wants(userID) }
    for waiter in disappointed {
      finish(waiter, .failure(.superseded), &state)
    }
  }

  /// A task that waits was cancelled; the request goes on for the others.
  func cancelWaiter(_ number: UInt64) {
    step { state, _ in
      guard let index = state.waiters.firstIndex(where: { $0.number == number }) else { return }
      finish(state.waiters.remove(at: index), .failure(.cancelled), &state)
    }
  }

  /// Ends everything for good.
  ///
  /// Those who wait hear so; nobody hears anything afterwards.
  func close() {
    step { state, moment in
      guard !state.isClosed else { return }
      state.isClosed = true
      state.cancel(state.flight?.task)
      state.flight = nil
      state.cancel(state.following)
      closeSources(&state)
      state.postponed = nil
      state.listeners = []
      endReaders(&state)
      settle(&state, .failure(.closed), at: moment)
      state.effects.append(.tell(.closed))
    }
  }
}
