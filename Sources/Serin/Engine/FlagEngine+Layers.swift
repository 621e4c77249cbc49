import Foundation
import SerinLock

extension FlagEngine {
  /// What the flags in effect are made of.
  func layers(of state: EngineState) -> LayerStack {
    let layers = sources.places.map { place -> LayerStack.Layer in
      switch place {
      case .overrides: .overrides(state.overrides)
      case .remote: .answer(state.remote)
      case .own(let index): .answer(state.sources[index].answers)
      }
    }
    return LayerStack(layers: layers, suspects: state.suspects, killSwitches: policies.killSwitches)
  }

  /// What the sources know without asking anybody; calls them, so never under the lock.
  func loadSources(for context: FlagContext) -> [FlagAnswer?] {
    let now = clock.now
    return sources.own.map { own in
      own.ruleset?.answer(for: context, at: now) ?? own.source.stored(for: context)
    }
  }

  /// Takes what the sources knew into effect, unless there is something newer.
  ///
  /// - Parameter generation: That of the context that they were asked for.
  func installSources(
    _ known: [FlagAnswer?], of generation: UInt64, in state: inout EngineState, at moment: Moment
  ) {
    for (index, answer) in known.enumerated() where state.sources[index].answers.held == nil {
      if let ruleset = sources.own[index].ruleset {
        let timeEpoch = ruleset.timeEpoch(at: moment.now)
        state.sources[index].decided = SourceState.Decision(generation: generation, timeEpoch: timeEpoch)
        state.sources[index].setInstant(ruleset.nextInstant(after: moment.now), at: moment)
      }
      guard let answer else { continue }
      let held = heldAnswer(answer, of: index, for: generation, over: nil, at: moment)
      if held.isCurrent(at: moment) {
        state.sources[index].answers.take(held)
        state.sources[index].validator = generation == state.generation ? answer.validator : nil
        state.sources[index].isForContext = generation == state.generation
      } else {
        state.sources[index].answers.latch(held, besides: nil, policies.killSwitches)
      }
    }
  }

  /// An answer as it is held.
  ///
  /// - Parameters:
  ///   - generation: That of the context that it is for.
  ///   - earlier: What undecided flags keep their value of.
  func heldAnswer(
    _ answer: FlagAnswer, of index: Int, for generation: UInt64, over earlier: HeldAnswer?, at moment: Moment
  ) -> HeldAnswer {
    let origin = FlagOrigin.source(sources.own[index].name)
    let flags = answer.flags.map { $0.from(origin, epoch: answer.epoch, revision: answer.revision) }
      .marked(generation)
    let whole = ServerAnswer(
      epoch: answer.epoch, revision: answer.revision, isPartial: !answer.undecided.isEmpty,
      undecided: answer.undecided, flags: flags, malformed: answer.malformed)
    let stamp = answer.confirmedAt.map { ConfirmationStamp(confirmedAt: $0, seenAt: moment) } ?? .lasting
    return whole.isPartial
      ? HeldAnswer(partial: whole, over: earlier, stamp: stamp, origin: origin)
      : HeldAnswer(whole, validator: nil, stamp: stamp, origin: origin)
  }

  /// Decides anew what rulesets say, where the context is another one or the instant of a date rule has passed.
  ///
  /// The work is done outside the lock; what is decided for a context that is gone by then is not used.
  func decideRulesets() {
    guard sources.hasRulesets else { return }
    for (index, own) in sources.own.enumerated() {
      guard let ruleset = own.ruleset else { continue }
      let (context, generation, decided) = core.withLock {
        ($0.context, $0.generation, $0.sources[index].decided)
      }
      let now = clock.now
      let due = SourceState.Decision(generation: generation, timeEpoch: ruleset.timeEpoch(at: now))
      let answer = due == decided ? nil : ruleset.answer(for: context, at: now)
      step { state, moment in
        guard state.generation == generation, !state.isLoading else { return }
        state.sources[index].setInstant(ruleset.nextInstant(after: now), at: moment)
        guard let answer else { return }
        state.sources[index].decided = due
        state.sources[index].answers.take(heldAnswer(answer, of: index, for: generation, over: nil, at: moment))
        publish(&state, cause: .refresh)
      }
    }
  }
}

extension SourceState {
  /// Sets when rules that look at the time say something else.
  fileprivate mutating func setInstant(_ instant: Date?, at moment: Moment) {
    instantDueAt = instant.map { moment.uptime + max(0, $0.timeIntervalSince(moment.now)) }
  }
}
