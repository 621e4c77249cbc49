import Foundation

extension FlagEngine {
  /// Follows the app's lifecycle from now on; the first activation begins the first session.
  func start() {
    let isFirst = step { state, moment in
      guard !state.isStarted, !state.isClosed, !isAppExtension else { return false }
      state.isStarted = true
      state.effects.append(.tell(.started))
      let lifecycle = configuration.lifecycle
      state.following = Task {
        // First, so that no phase is missed while the present one is asked for.
        let phases = lifecycle.phases()
        if let phase = await lifecycle.current { enter(phase) }
        for await phase in phases { enter(phase) }
      }
      if sources.hasRemote {
        askSources(&state, at: moment)
      } else {
        requestAutomatically(&state, at: moment)
      }
      return true
    }
    if isFirst { followSignals() }
  }

  private func enter(_ phase: LifecyclePhase) {
    record(phase)
    switch phase {
    case .active:
      // The app is in front of a person, so the device is unlocked.
      openStorage()
      activate()
    case .background, .terminating:
      step { state, moment in
        guard state.session.isActive else { return }
        state.session.isActive = false
        state.session.inBackgroundSince = moment.uptime
      }
    case .storageAvailable:
      openStorage()
    case .networkAvailable:
      step { state, moment in
        guard state.session.isActive, state.lastError != nil else { return }
        requestAutomatically(&state, at: moment)
      }
    }
    step { state, _ in state.effects.append(.tell(.phase(phase))) }
  }

  private func activate() {
    let attributes = DeviceAttributes.current(configuration)
    step { state, moment in
      let wasActive = state.session.isActive
      state.session.isActive = true
      // Before anything else: timers stand still while the app is suspended. Asks for flags when none are left.
      expire(&state, at: moment)
      guard !wasActive else { return }
      let pause = state.session.inBackgroundSince.map { moment.uptime - $0 } ?? 0
      let isNewSession = !state.session.hasBegun || pause >= EngineState.Session.longestPause
      // What was read before the first activation belongs to the first session.
      if isNewSession, state.session.hasBegun { publish(&state, cause: .unpinned, lifting: .session) }
      state.session.hasBegun = true
      if isNewSession {
        describeDevice(attributes, &state)
        state.effects.append(.tell(.sessionBegan))
        requestForSession(&state, at: moment)
      } else {
        requestIfDue(&state, at: moment)
      }
    }
    // Timers stand still while the app is suspended, so the instant of a date rule may have passed.
    decideRulesets()
  }

  /// Asks because a session begins.
  ///
  /// Where flags are under suspicion of ending the app, not before the reports of how it ended are out: the answer may
  /// bring the flags back, and then the next instant may be too late for a report.
  private func requestForSession(_ state: inout EngineState, at moment: Moment) {
    guard !state.suspects.isEmpty, sources.hasRemote, refusal(state) == nil else {
      requestAutomatically(&state, at: moment)
      return
    }
    state.postponed = EngineState.PostponedRequest(due: moment.uptime + Self.longestReporting, isAfterReports: true)
  }

  /// The reports are with the server, or cannot be sent now.
  func reportsAreOut() {
    step { state, moment in
      if state.postponed?.isAfterReports == true { sendPostponed(&state, at: moment) }
    }
  }

  /// So many seconds a request waits for reports at most.
  private static let longestReporting: TimeInterval = 2

  /// Reads the stored answer and the device's id when they could not be read before.
  private func openStorage() {
    findDevice()
    loadOverrides(cause: .storage)
    guard let identity = step({ state, _ in state.gate == .locked ? state.storedAs : nil }) else { return }
    let loaded = store.load(identity)
    step { state, moment in
      guard state.gate == .locked, state.storedAs == identity else { return }
      install(loaded, in: &state, at: moment, cause: .storage)
      if state.gate == .locked {
        // It is not the device's lock that is in the way, so waiting on would never end.
        state.gate = .open
        store.stopWriting()
        overrideStore.stopWriting()
        let text = "the stored flags cannot be read: permission denied; flags are kept in memory only"
        guard warning.isFirst() else { return }
        state.effects.append(.log(FlagLogMessage(level: .warning, text: text)))
      }
    }
  }
}
