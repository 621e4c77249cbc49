import Foundation

extension FlagEngine {
  /// Takes what a source gave, unless the question is not the present one any more.
  func landAnswer(of index: Int, _ number: UInt64, _ result: Result<FlagAnswer?, any Error>) {
    step { state, moment in
      guard state.sources[index].question?.number == number else { return }
      expire(&state, at: moment)
      switch result {
      case .success(let answer?):
        let problem = accept(answer, of: index, &state, at: moment)
        conclude(index, failure: problem.map { .noAnswer($0) }, &state, at: moment)
      case .success(nil):
        confirm(index, &state, at: moment)
        conclude(index, failure: nil, &state, at: moment)
      case .failure(let error):
        // What other errors say may hold anything, also what a log must not.
        let failure = error as? FeatureFlagsError ?? .noAnswer(String(describing: type(of: error)))
        conclude(index, failure: failure, &state, at: moment)
      }
    }
  }

  /// Takes an answer into effect.
  ///
  /// - Returns: Why it is not used, or nil.
  private func accept(
    _ answer: FlagAnswer, of index: Int, _ state: inout EngineState, at moment: Moment
  ) -> String? {
    let earlier = state.sources[index].answers.held
    if let earlier, earlier.epoch == answer.epoch, answer.revision < earlier.revision {
      return "the answer has revision \(answer.revision), older than \(earlier.revision) which is in effect"
    }
    let held = heldAnswer(answer, of: index, for: state.generation, over: earlier, at: moment)
    guard held.stamp.isCurrent(at: moment) else { return "the answer is more than 24 hours old, or from the future" }
    state.sources[index].answers.take(held)
    state.sources[index].validator = answer.undecided.isEmpty ? answer.validator : nil
    state.sources[index].isForContext = true
    state.suspects.subtract(answer.flags.map { ExactString($0.key) })
    publish(&state, cause: .refresh)
    return nil
  }

  /// The source's answer still holds.
  private func confirm(_ index: Int, _ state: inout EngineState, at moment: Moment) {
    // One that was given for another context is not what the source speaks of.
    guard state.sources[index].isForContext, let held = state.sources[index].answers.held, !held.isPartial else {
      return
    }
    let stamp = held.stamp == .lasting ? held.stamp : ConfirmationStamp(moment)
    state.sources[index].answers.take(held.confirmed(at: stamp))
    state.suspects.subtract(held.table.flags.map { ExactString($0.key) })
    publish(&state, cause: .refresh)
  }

  /// Begins a round of all sources, which is what a refresh is where the server is not among them.
  func beginRound(_ state: inout EngineState, at moment: Moment) {
    askSources(&state, at: moment)
    state.flight = EngineState.Flight(
      number: state.newNumber(), contextDigest: "", hasValidator: false, isRepeat: false,
      deadline: moment.uptime + configuration.effectiveTimeout, task: nil, before: state.announced)
    state.hasSent = true
    state.postponed = nil
    state.pacing.retryAt = nil
    endRound(&state, at: moment)
  }

  /// Ends the round when no source is being asked any more.
  func endRound(_ state: inout EngineState, at moment: Moment) {
    guard !sources.hasRemote, let flight = state.flight, state.sources.allSatisfy({ $0.question == nil }) else {
      return
    }
    state.flight = nil
    if let failure = state.sources.lazy.compactMap(\.failure).first {
      let error = FeatureFlagsError(
        code: failure.code, message: "a source gave no flags: \(failure.message)", retryAfter: failure.retryAfter)
      fail(&state, error, isTransient: !failure.isRefusal, at: moment)
    } else {
      let changed = state.announced.changedKeys(from: flight.before)
      succeed(&state, changed.isEmpty ? .unchanged : .updated(changedKeys: changed), isWhole: true, at: moment)
    }
  }
}
