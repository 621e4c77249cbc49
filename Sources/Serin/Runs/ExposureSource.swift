/// Knows which flags people were exposed to in a run of the app, also in one that ended without warning.
protocol ExposureSource: Sendable {
  /// The exposures of a run, every change of state as one, in the order they happened; empty when none are known.
  ///
  /// - Parameter token: The run's token. Called once at the start of the app for the run before; it may read one small
  ///   file.
  func exposures(ofRun token: String) -> [FeatureFlag]
}
