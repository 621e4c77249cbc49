import SerinLock

/// The values that are set by hand on this device, for debug menus and tests.
///
/// They beat everything, a kill included, and stay until they are removed: over relaunches, other users and new answers.
/// They have an effect only where ``FeatureFlags/Configuration/allowsOverrides`` is true and ``OverrideSource`` is among
/// the sources. May be used from any thread.
public struct FlagOverrides: Sendable {
  let engine: FlagEngine

  /// Sets or removes the value of one flag; it is in effect when this returns, and written soon after.
  ///
  /// - Parameters:
  ///   - override: The value; nil removes it.
  ///   - key: The flag's exact key, which need not be known to any source.
  /// - Returns: Whether overrides are allowed; where they are not nothing happens, which the log says once.
  @discardableResult
  public func set(_ override: FlagOverride?, for key: String) -> Bool {
    engine.changeOverrides { $0[ExactString(key)] = override }
  }

  /// Sets or removes the value of a declared flag; see ``set(_:for:)-(_,String)``.
  @discardableResult
  public func set(_ override: FlagOverride?, for flag: FlagKey) -> Bool {
    set(override, for: flag.name)
  }

  /// Removes all of them.
  public func removeAll() {
    guard engine.areOverridesAllowed else { return }
    _ = engine.changeOverrides { $0 = [:] }
  }

  /// The values by key; empty where overrides are not allowed.
  public var all: [String: FlagOverride] {
    var all: [String: FlagOverride] = [:]
    for (key, override) in engine.core.withLock(\.overrides) { all[key.string] = override }
    return all
  }
}
