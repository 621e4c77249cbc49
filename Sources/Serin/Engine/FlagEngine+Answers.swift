import Foundation

extension FlagEngine {
  /// Takes what was stored for the present user into effect, unless there is something newer.
  ///
  /// - Parameter cause: What listeners are told; nil at the start, when there are none.
  func install(
    _ loaded: AnswerStore.Loaded, in state: inout EngineState, at moment: Moment, cause: FlagsChange.Cause?
  ) {
    switch loaded {
    case .locked:
      // What the app's own sources know is in effect all the same, and an earlier user's flags are not.
      state.gate = .locked
    case .nothing:
      state.gate = openedGate
    case .answer(var stored):
      state.gate = openedGate
      stored.answer.flags = stored.answer.flags.marked(state.generation)
      let held = HeldAnswer(stored, seenAt: moment)
      if state.held == nil, sources.hasRemote {
        if held.isCurrent(at: moment) {
          state.held = held
        } else if state.remote.isEmpty {
          state.remote.latch(held, besides: nil, policies.killSwitches)
        }
      }
    }
    publish(&state, cause: cause, lifting: cause == .identity ? .identity : .none)
  }

  /// Lets readers see the answer in effect, and tells listeners when it differs from the one before.
  ///
  /// - Parameters:
  ///   - cause: What listeners are told; nil when they are not.
  ///   - lifting: Which flags do not keep their first value any longer.
  /// - Returns: The keys that answer otherwise.
  @discardableResult
  func publish(
    _ state: inout EngineState, cause: FlagsChange.Cause?, lifting: PinBook.Lifting = .none
  ) -> Set<String> {
    let uptime = state.latest?.uptime ?? clock.uptime
    let table = board.publish(layers(of: state), at: uptime, lifting: lifting, canPin: !state.isLoading)
    let changed = table.changedKeys(from: state.announced)
    state.announced = table
    if let cause, !changed.isEmpty, !state.isClosed {
      announce(FlagsChange(snapshot: FlagsSnapshot(table: table), changedKeys: changed, cause: cause), &state)
    }
    return changed
  }

  /// Takes an answer of the server into effect and stores it when it is whole.
  func accept(
    _ answer: ServerAnswer, entityTag: String?, of flight: EngineState.Flight, _ state: inout EngineState,
    at moment: Moment
  ) {
    if let held = state.held, held.epoch == answer.epoch, answer.revision < held.revision {
      let message = "the answer has revision \(answer.revision), older than \(held.revision) which is in effect"
      fail(&state, .unusable(message), isTransient: true, at: moment)
      return
    }
    state.effects += kinds.problems(in: answer).map(Effect.log)
    var answer = answer
    answer.flags = answer.flags.marked(state.generation)
    let stamp = ConfirmationStamp(moment)
    if answer.isPartial {
      state.remote.take(HeldAnswer(partial: answer, over: state.held, stamp: stamp))
      state.suspects.subtract(answer.decidedKeys)
    } else {
      let validator = entityTag.map { Validator(entityTag: $0, contextDigest: flight.contextDigest) }
      let held = HeldAnswer(answer, validator: validator, stamp: stamp)
      state.remote.take(held)
      state.suspects = []
      store.save(held.stored, for: state.storedAs)
    }
    let changed = publish(&state, cause: .refresh)
    let outcome: RefreshOutcome =
      if answer.isPartial {
        .partial(undecided: answer.undecided)
      } else {
        changed.isEmpty ? .unchanged : .updated(changedKeys: changed)
      }
    succeed(&state, outcome, isWhole: !answer.isPartial, at: moment)
  }

  /// Renews the stamp of the answer in effect, which the server just confirmed.
  func confirm(_ held: HeldAnswer, _ state: inout EngineState, at moment: Moment) {
    let confirmed = held.confirmed(at: ConfirmationStamp(moment))
    state.held = confirmed
    state.suspects = []
    store.save(confirmed.stored, for: state.storedAs)
    let changed = publish(&state, cause: .refresh)
    succeed(&state, changed.isEmpty ? .unchanged : .updated(changedKeys: changed), isWhole: true, at: moment)
  }

  /// Drops what is older than an answer may be.
  func expire(_ state: inout EngineState, at moment: Moment) {
    let isOver = state.remote.expire(at: moment, policies.killSwitches)
    if isOver, state.held == nil { state.answeredGeneration = nil }
    let isOneOver = expireSources(&state, at: moment)
    guard isOver || isOneOver else { return }
    publish(&state, cause: .expiry, lifting: .expiry)
    guard state.session.isActive else { return }
    if isOver || !sources.hasRemote {
      requestAutomatically(&state, at: moment)
    } else {
      askSources(&state, at: moment)
    }
  }
}

extension ServerAnswer {
  /// The keys that the answer decides, those of broken flags included.
  var decidedKeys: Set<ExactString> {
    Set(flags.map { ExactString($0.key) } + malformed.map(ExactString.init))
  }
}
