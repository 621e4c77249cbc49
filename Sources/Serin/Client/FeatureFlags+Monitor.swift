extension FeatureFlags {
  /// What the app tells of its own work, and how its previous run ended.
  public var monitor: FlagMonitor { FlagMonitor(runs: engine.runs) }
}
