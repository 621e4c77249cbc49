extension FeatureFlags {
  /// The values that are set by hand on this device.
  public var overrides: FlagOverrides { FlagOverrides(engine: engine) }
}
