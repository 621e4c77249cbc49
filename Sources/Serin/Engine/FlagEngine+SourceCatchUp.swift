import Foundation

extension FlagEngine {
  /// Ends a question, and has the source asked again when it has not given what it announced.
  ///
  /// Behind a cache or a node that lags, the answer after a signal may still be the earlier one. A question that failed
  /// counts as one that was answered so: the announced change is as far away.
  func conclude(
    _ index: Int, failure: FeatureFlagsError?, _ state: inout EngineState, at moment: Moment
  ) {
    let held = state.sources[index].version
    guard failure?.isRefusal != true, var catchUp = state.sources[index].catchUp else {
      state.sources[index].catchUp = nil
      return end(index, failure: failure, &state, at: moment)
    }
    switch catchUp.answered(held, at: moment.uptime, random: configuration.random()) {
    case .upToDate:
      state.sources[index].catchUp = nil
      end(index, failure: failure, &state, at: moment)
    case .behind:
      state.sources[index].catchUp = catchUp
      // As a whole: a change that was taken back leaves the same flags with a higher revision.
      state.sources[index].validator = nil
      end(index, failure: failure, &state, at: moment)
      guard state.sources[index].question == nil, let due = catchUp.dueAt else { return }
      let wished = moment.uptime + min(failure?.retryAfter ?? 0, Pacing.longestBlock)
      state.sources[index].askDueAt = min(state.sources[index].askDueAt ?? .infinity, max(due, wished))
    case .givenUp:
      state.sources[index].catchUp = nil
      let given = held.map { "revision \($0.revision) of epoch \($0.epoch)" } ?? "nothing"
      let message = "it announced revision \(catchUp.announced.revision), and still gives \(given)"
      let failure = failure ?? .unusable(message)
      end(index, failure: failure, &state, at: moment)
      // Where the server is a source, too, its own errors are what the state tells of.
      if !sources.hasRemote { state.lastError = failure }
    }
  }
}

extension SourceState {
  /// The version of the answer in effect, or nil when there is none.
  var version: RulesetVersion? {
    answers.held.map { RulesetVersion(epoch: $0.epoch, revision: $0.revision) }
  }

  /// The source says that there is something newer, to be asked for at that uptime.
  mutating func announced(_ signal: FlagSignal, dueAt due: TimeInterval) {
    askDueAt = min(askDueAt ?? .infinity, due)
    guard let revision = signal.revision else { return }
    let held = version
    let announced = RulesetVersion(epoch: signal.epoch ?? held?.epoch ?? 0, revision: revision)
    if catchUp?.merge(announced, over: held, dueAt: due) == nil {
      catchUp = CatchUp(announced, over: held, dueAt: due)
    }
  }
}

extension FeatureFlagsError {
  /// Whether asking the same again will not help.
  var isRefusal: Bool { code >= 300 && !FlagResponse.isTransient(code) }
}
