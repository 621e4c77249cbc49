/// Is told when flags answer otherwise than before.
@MainActor
public protocol FeatureFlagsUpdateListener: AnyObject, Sendable {
  /// Called on the main thread after a change, and only then: an answer with the same values is none.
  ///
  /// - Parameters:
  ///   - flags: The client.
  ///   - change: The flags after the change, and which keys differ.
  func featureFlags(_ flags: FeatureFlags, didUpdate change: FlagsChange)
}
