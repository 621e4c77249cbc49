import Foundation
import SerinLock

extension FlagEngine {
  /// The context that a client starts with: the app's, with the device's own id and attributes where it gives none.
  static func startingState(
    _ configuration: FeatureFlags.Configuration, _ device: DeviceIdentity, storedAs: AnswerIdentity
  ) -> EngineState {
    var context = configuration.context
    let given = context.attributes.withoutNulls
    let attributes = DeviceAttributes.current(configuration)
    context.attributes = attributes.overlaid(with: given)
    if configuration.mintsDeviceID, context.deviceID == nil {
      switch device.load() {
      case .lasting(let id), .temporary(let id): context.deviceID = id
      case .none: break
      }
    }
    // Whole from the beginning: what changes later counts as another context.
    var state = EngineState(context: context, storedAs: storedAs)
    state.givenAttributes = given
    state.deviceAttributes = attributes
    return state
  }

  /// The engine is there: what was found out about earlier runs can be told, and metrics have their session.
  func beginRun() {
    runs.metrics.beginSession(events.session, at: clock.now)
    nameUnits()
    tellEnds()
  }

  /// Tells how earlier runs ended, unless nothing may be written yet.
  func tellEnds() {
    if core.withLock({ $0.gate != .locked }) { runs.tellEnds() }
  }

  /// Says whose metrics this run's are, unless the device's id is still to be found.
  func nameUnits() {
    guard device.temporary == nil else { return }
    let (context, generation) = core.withLock { ($0.context, $0.generation) }
    runs.metrics.setUnits(of: context, generation: generation, at: clock.now)
  }

  /// Before anything else that a phase brings: the record of the run, and whether the folder is this client's at all.
  func record(_ phase: LifecyclePhase) {
    let wasLocked = runs.isLocked
    runs.enter(phase)
    guard wasLocked, !runs.isLocked else { return }
    if runs.isTaken {
      store.stopWriting()
      overrideStore.stopWriting()
      events.keepInMemory()
    }
    guard configuration.guardsAgainstCrashLoops else { return }
    let suspects = policies.suspects(among: runs.suspects)
    step { state, _ in state.suspects.formUnion(suspects) }
  }

  /// Whether answers may be asked for once the stored one has been read: not with an id that only stands in.
  var openedGate: EngineState.Gate { device.temporary == nil ? .open : .locked }

  /// The device's id can be read now, or never will be; puts it in the place of the temporary one.
  func findDevice() {
    guard let temporary = device.temporary, case .lasting(let id) = device.load(isLastTry: true) else { return }
    step { state, _ in
      guard haveSameBytes(state.context.deviceID, temporary), !haveSameBytes(temporary, id) else { return }
      state.context.deviceID = id
      supersede(&state)
    }
  }

  /// Takes up what has changed about the device since the last session, for example the person's language.
  func describeDevice(_ attributes: JSONObject, _ state: inout EngineState) {
    state.deviceAttributes = attributes
    if state.describe() { supersede(&state) }
  }
}
