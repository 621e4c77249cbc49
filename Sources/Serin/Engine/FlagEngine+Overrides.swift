import Foundation
import SerinLock

extension FlagEngine {
  /// Whether values may be set by hand on this device.
  var areOverridesAllowed: Bool { configuration.allowsOverrides && sources.hasOverrides }

  /// Changes what is set by hand; readers see it when this returns.
  ///
  /// - Returns: Whether it is allowed.
  func changeOverrides(_ change: (inout [ExactString: FlagOverride]) -> Void) -> Bool {
    step { state, _ in
      guard areOverridesAllowed else {
        if !state.hasWarnedOfOverrides {
          let text = "overrides are not allowed here; see allowsOverrides and the list of sources"
          state.effects.append(.log(FlagLogMessage(level: .warning, text: text)))
        }
        state.hasWarnedOfOverrides = true
        return false
      }
      change(&state.overrides)
      publish(&state, cause: .override)
      // In the order of the changes; before the file was read it would lose what is in it.
      if state.areOverridesLoaded { overrideStore.save(state.overrides) }
      return true
    }
  }

  /// Reads what was set by hand in earlier runs, unless that was done.
  ///
  /// - Parameter cause: What listeners are told; nil at the start, where whoever calls publishes the flags.
  func loadOverrides(cause: FlagsChange.Cause? = nil) {
    guard areOverridesAllowed, !core.withLock(\.areOverridesLoaded) else { return }
    let loaded = overrideStore.load()
    step { state, _ in
      guard !state.areOverridesLoaded else { return }
      switch loaded {
      case .locked: return
      case .nothing: break
      case .overrides(let stored): state.overrides.merge(stored) { newer, _ in newer }
      }
      state.areOverridesLoaded = true
      if let cause {
        publish(&state, cause: cause)
        // What was set meanwhile could not be written without losing what was there.
        if !state.overrides.isEmpty { overrideStore.save(state.overrides) }
      }
    }
  }
}
