package import Foundation

extension FeatureFlags {
  /// The flags that the app declares, as the configuration has them.
  package var declaredFlags: [FlagKey] { engine.configuration.declared }

  /// Whether values may be set by hand on this device.
  package var areOverridesAllowed: Bool { engine.areOverridesAllowed }

  /// The time by the client's clock.
  package var now: Date { engine.clock.now }

  /// The flag with why it is what it is, without the consequences of a reading.
  ///
  /// A debug menu that lists all flags must neither fix the value of one that keeps its first nor count as an
  /// impression.
  ///
  /// - Parameters:
  ///   - key: The flag's exact key.
  ///   - defaultValue: The answer when the flag has none.
  package func glance(_ key: String, default defaultValue: Bool) -> FlagDetails {
    let reading = engine.board.glance(key)
    return FlagDetails(
      flag: reading.flag, isEnabled: reading.flag?.isEnabled ?? defaultValue,
      reason: reading.flag?.reason ?? reading.reason, origin: reading.flag?.origin ?? .code,
      isPinned: reading.isPinned)
  }
}
