/// A value set by hand on this device, in place of a flag's own.
public struct FlagOverride: Sendable, Hashable {
  /// Whether the flag is on.
  public var isEnabled: Bool
  /// The outcome's name; nil means `on` or `off`.
  public var variation: String?
  /// Values of properties; those left out are the ones that the flag would have without the override.
  public var properties: JSONObject

  /// Creates an override.
  public init(isEnabled: Bool, variation: String? = nil, properties: JSONObject = [:]) {
    self.isEnabled = isEnabled
    self.variation = variation
    self.properties = properties
  }
}

extension FlagOverride {
  /// The flag that readers see.
  ///
  /// - Parameter below: What the flag would be without the override.
  func flag(_ key: String, over below: FeatureFlag?) -> FeatureFlag {
    var merged = below?.properties ?? [:]
    for (name, value) in properties { merged[name] = value }
    return FeatureFlag(
      key: key, isEnabled: isEnabled, ruleId: Evaluation.defaultRuleId,
      variation: variation ?? (isEnabled ? "on" : "off"), reason: .override, origin: .override,
      revision: below?.revision ?? 0, epoch: below?.epoch ?? 0, properties: merged)
  }
}
