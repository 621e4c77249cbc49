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
      state.gate = .locked
      return
    case .nothing:
      state.gate = openedGate
    case .answer(let stored):
      state.gate = openedGate
      let held = HeldAnswer(stored, seenAt: moment)
      if state.held == nil, held.isCurrent(at: moment) { state.held = held }
    }
    publish(&state, cause: cause)
  }

  /// Lets readers see the answer in effect, and tells listeners when it differs from the one before.
  ///
  /// - Returns: The keys that answer otherwise.
  @discardableResult
  func publish(_ state: inout EngineState, cause: FlagsChange.Cause?) -> Set<String> {
    let table = state.held?.table ?? .empty
    board.publish(table, expiresAt: state.held?.expiresAt ?? .infinity)
    let changed = table.changedKeys(from: state.announced)
    state.announced = table
    if let cause, !changed.isEmpty, !state.listeners.isEmpty, !state.isClosed {
      state.outbox.append(
        .change(FlagsChange(snapshot: FlagsSnapshot(table: table), changedKeys: changed, cause: cause)))
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
    let stamp = ConfirmationStamp(moment)
    if answer.isPartial {
      state.held = HeldAnswer(partial: answer, over: state.held, stamp: stamp)
    } else {
      let validator = entityTag.map { Validator(entityTag: $0, contextDigest: flight.contextDigest) }
      let held = HeldAnswer(answer, validator: validator, stamp: stamp)
      state.held = held
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
    store.save(confirmed.stored, for: state.storedAs)
    publish(&state, cause: .refresh)
    succeed(&state, .unchanged, isWhole: true, at: moment)
  }

  /// Drops what is older than an answer may be.
  func expire(_ state: inout EngineState, at moment: Moment) {
    guard let held = state.held, !held.isCurrent(at: moment) else { return }
    state.held = held.withoutExpired(at: moment)
    if state.held == nil { state.answeredGeneration = nil }
    publish(&state, cause: .expiry)
    if state.session.isActive { requestAutomatically(&state, at: moment) }
  }
}
