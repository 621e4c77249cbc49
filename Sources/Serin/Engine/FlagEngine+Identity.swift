import Foundation

extension FlagEngine {
  /// Sets the user, with the attributes that belong to the user.
  ///
  /// The earlier user's flags are gone for every reader before this returns, and the new user's stored flags are there.
  func setUserID(_ userID: String?, attributes: JSONObject?, _ waiter: RefreshWaiter) {
    let userID = userID.flatMap { $0.isEmpty ? nil : $0 }
    var context = FlagContext()
    var generation: UInt64 = 0
    let switched: AnswerIdentity? = step { state, moment in
      if haveSameBytes(userID, state.context.userID) {
        keepUser(attributes: attributes, waiter, &state, at: moment)
        return nil
      }
      state.context.userID = userID
      if let attributes { state.givenAttributes = attributes.withoutNulls }
      state.describe()
      dropUser(&state)
      context = state.context
      generation = state.generation
      // After the others, so that nothing ends it before its own request did.
      state.waiters.append(waiter)
      return state.storedAs
    }
    guard let switched else {
      decideRulesets()
      return
    }
    let loaded = store.load(switched)
    let known = loadSources(for: context)
    step { state, moment in
      // Another thread may have set yet another user meanwhile; then all this is that call's business.
      guard state.storedAs == switched else { return }
      state.isLoading = false
      installSources(known, of: generation, in: &state, at: moment)
      install(loaded, in: &state, at: moment, cause: .identity)
      requestForWaiters(&state, at: moment)
    }
    decideRulesets()
  }

  /// Sets the device's id; the stored flags stay until the answer for it comes.
  func setDeviceID(_ deviceID: String) {
    step { state, moment in
      let deviceID = deviceID.isEmpty ? nil : deviceID
      guard !haveSameBytes(deviceID, state.context.deviceID) else { return }
      state.context.deviceID = deviceID
      supersede(&state)
      // An earlier request went out without the id, so its answer was for another unit.
      if state.hasSent { requestAutomatically(&state, at: moment) }
    }
    decideRulesets()
  }

  /// Merges attributes, where null removes one; several changes in a row make one request.
  func setAttributes(_ attributes: JSONObject) {
    step { state, moment in
      var merged = state.givenAttributes
      for (name, value) in attributes {
        if value.isNull { merged.removeValue(forName: name) } else { merged[name] = value }
      }
      state.givenAttributes = merged
      guard state.describe() else { return }
      supersede(&state)
      // Not put off by further changes: an app that changes something all the time would never get an answer.
      guard state.hasSent, state.postponed == nil else { return }
      state.postponed = EngineState.PostponedRequest(due: moment.uptime + Self.attributesDelay, isAfterReports: false)
    }
    decideRulesets()
  }

  /// Changes of attributes within so many seconds make one request.
  static let attributesDelay: TimeInterval = 0.25

  /// The same user again: nothing changes unless the attributes do.
  private func keepUser(
    attributes: JSONObject?, _ waiter: RefreshWaiter, _ state: inout EngineState, at moment: Moment
  ) {
    if let attributes { state.givenAttributes = attributes.withoutNulls }
    if state.describe() {
      supersede(&state)
      request(for: waiter, &state, at: moment)
    } else if state.flight != nil {
      state.waiters.append(waiter)
    } else if state.isClosed {
      finish(waiter, .failure(.closed), &state)
    } else {
      finish(waiter, .success(.unchanged), &state)
    }
  }

  /// Another user: nothing that was evaluated for the earlier one is left.
  private func dropUser(_ state: inout EngineState) {
    state.storedAs = Self.identity(of: state.context.userID, configuration)
    state.remote = AnswerLayer()
    dropSources(&state)
    state.isLoading = true
    state.lastError = nil
    state.answeredGeneration = nil
    state.postponed = nil
    supersede(&state)
    // Listeners hear of it once the new user's stored flags are there.
    let uptime = state.latest?.uptime ?? clock.uptime
    board.publish(layers(of: state), at: uptime, lifting: .identity, canPin: false)
  }

  /// Sends the request for a new user, on behalf of all who wait.
  private func requestForWaiters(_ state: inout EngineState, at moment: Moment) {
    guard state.flight == nil, state.answeredGeneration != state.generation else { return }
    let waiters = state.waiters
    state.waiters = []
    for waiter in waiters {
      request(for: waiter, &state, at: moment)
    }
    // The one who set the user may have stopped waiting; the user has changed all the same.
    requestAutomatically(&state, at: moment)
  }
}

extension JSONObject {
  /// The same without null members: an attribute that is null counts as absent.
  var withoutNulls: JSONObject {
    contains { $0.value.isNull } ? JSONObject(members: filter { !$0.value.isNull }.map { ($0.name, $0.value) }) : self
  }
}
