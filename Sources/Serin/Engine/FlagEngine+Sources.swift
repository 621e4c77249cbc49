import Foundation

extension FlagEngine {
  /// Asks the app's own sources, those that are not being asked already.
  func askSources(_ state: inout EngineState, at moment: Moment) {
    for index in state.sources.indices { ask(index, &state, at: moment) }
  }

  private func ask(_ index: Int, _ state: inout EngineState, at moment: Moment) {
    let own = sources.own[index]
    guard own.isAskable, state.sources[index].question == nil, refusal(state) == nil else { return }
    let number = state.newNumber()
    let (source, context, validator) = (own.source, state.context, state.sources[index].validator)
    let task = Task {
      let result: Result<FlagAnswer?, any Error>
      do {
        result = .success(try await source.answer(for: context, validator: validator))
      } catch {
        result = .failure(error)
      }
      landAnswer(of: index, number, result)
    }
    state.sources[index].hasAsked = true
    state.sources[index].isStale = false
    state.sources[index].askDueAt = nil
    state.sources[index].catchUp?.beginAsking()
    state.sources[index].question = SourceState.Question(
      number: number, deadline: moment.uptime + configuration.effectiveTimeout, task: task)
  }

  /// Follows the sources' word of changes until the client is closed.
  func followSignals() {
    // Outside the lock, since it is the sources' code.
    let streams = sources.own.map(\.source.signals)
    let tasks = streams.enumerated().compactMap { index, stream -> Task<Void, Never>? in
      guard let stream else { return nil }
      return Task {
        for await signal in stream { hear(signal, of: index) }
      }
    }
    step { state, _ in
      state.signalTasks = tasks
      if state.isClosed { tasks.forEach { state.cancel($0) } }
    }
  }

  private func hear(_ signal: FlagSignal, of index: Int) {
    step { state, moment in
      guard !state.isClosed else { return }
      if let revision = signal.revision, let held = state.sources[index].answers.held,
        held.epoch == signal.epoch ?? held.epoch, held.revision >= revision
      {
        return
      }
      let bounded = signal.spread > 0 ? min(signal.spread, FlagSignal.longestSpread) : 0
      let due = moment.uptime + (bounded > 0 ? Double.random(in: 0...bounded) : 0)
      state.sources[index].announced(signal, dueAt: due)
      askIfDue(index, &state, at: moment)
    }
  }

  private func askIfDue(_ index: Int, _ state: inout EngineState, at moment: Moment) {
    guard let due = state.sources[index].askDueAt, due <= moment.uptime else { return }
    state.sources[index].askDueAt = nil
    // What is being fetched may be older than what is there now, so the source is asked once more afterwards.
    state.sources[index].isStale = state.sources[index].question != nil
    ask(index, &state, at: moment)
  }

  /// Does what is due for the sources.
  func tickSources(_ state: inout EngineState, at moment: Moment) {
    for index in state.sources.indices {
      if let question = state.sources[index].question, question.deadline <= moment.uptime {
        state.cancel(question.task)
        let failure = FeatureFlagsError.noAnswer("no answer within \(configuration.effectiveTimeout) seconds")
        conclude(index, failure: failure, &state, at: moment)
      }
      // Who decides them comes after this step.
      if let due = state.sources[index].instantDueAt, due <= moment.uptime { state.sources[index].instantDueAt = nil }
      askIfDue(index, &state, at: moment)
    }
  }

  /// A question has ended, without an answer when there is a failure.
  func end(_ index: Int, failure: FeatureFlagsError?, _ state: inout EngineState, at moment: Moment) {
    state.sources[index].question = nil
    state.sources[index].failure = failure
    if let failure {
      let text = "the source \(sources.own[index].name) gave no flags: \(failure.message)"
      state.effects.append(.log(FlagLogMessage(level: .warning, text: text)))
    }
    if state.sources[index].isStale { ask(index, &state, at: moment) }
    endRound(&state, at: moment)
  }

  /// The context is another one: no answer under way counts, and those who were asked are asked again.
  func supersedeSources(_ state: inout EngineState) {
    let due = (state.latest?.uptime ?? clock.uptime) + Self.attributesDelay
    for index in state.sources.indices {
      state.abandon(index)
      state.sources[index].validator = nil
      state.sources[index].isForContext = false
      if state.sources[index].hasAsked { state.sources[index].askDueAt = due }
    }
  }

  /// Another user: nothing is left that was for the earlier one.
  func dropSources(_ state: inout EngineState) {
    for (index, own) in sources.own.enumerated() where !own.isConstant {
      state.sources[index].answers = AnswerLayer()
      state.sources[index].decided = nil
    }
  }

  func closeSources(_ state: inout EngineState) {
    state.signalTasks.forEach { state.cancel($0) }
    for index in state.sources.indices { state.abandon(index) }
  }

  /// Drops what is too old of the sources' answers.
  ///
  /// - Returns: Whether anything was.
  func expireSources(_ state: inout EngineState, at moment: Moment) -> Bool {
    var isOver = false
    for index in state.sources.indices where state.sources[index].answers.expire(at: moment, policies.killSwitches) {
      isOver = true
    }
    return isOver
  }
}
