import Foundation
import SerinLock

extension FlagEngine {
  /// The context that a client starts with: the app's, with the device's own id and attributes where it gives none.
  static func startingState(
    _ configuration: FeatureFlags.Configuration, _ device: DeviceIdentity, storedAs: AnswerIdentity
  ) -> EngineState {
    var state = EngineState(context: configuration.context, storedAs: storedAs)
    state.deviceAttributes = DeviceAttributes.current(configuration)
    state.describe()
    guard configuration.mintsDeviceID, state.context.deviceID == nil else { return state }
    switch device.load() {
    case .lasting(let id): state.context.deviceID = id
    case .temporary(let id): state.context.deviceID = id
    case .none: break
    }
    return state
  }

  /// Says whose metrics this run's are, unless the device's id is still to be found.
  func nameUnits() {
    guard device.temporary == nil else { return }
    let (context, generation) = core.withLock { ($0.context, $0.generation) }
    runs.metrics.setUnits(of: context, generation: generation, at: clock.now)
  }

  /// Before anything else that a phase brings: the record of the run, and whether the folder is this client's at all.
  func record(_ phase: LifecyclePhase) {
    runs.enter(phase)
    if runs.isTaken { store.stopWriting() }
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
