extension FeatureFlags {
  /// Adds a listener, which is not kept alive; adding it again does nothing.
  public func addUpdateListener(_ listener: any FeatureFlagsUpdateListener) {
    engine.addListener(listener)
  }

  /// Removes a listener; once this returned on the main thread it is not called any more.
  public func removeUpdateListener(_ listener: any FeatureFlagsUpdateListener) {
    engine.removeListener(listener)
  }
}
