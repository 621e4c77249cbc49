/// Tells the SDK when the app comes and goes; tests and hosts with a lifecycle of their own replace it.
public protocol FlagLifecycle: Sendable {
  /// The phase the app is in now, or nil when it is not known.
  ///
  /// Asked once by ``FeatureFlags/start()``, for a client that is created after the app became active.
  var current: LifecyclePhase? { get async }

  /// Every phase from now on, in order.
  func phases() -> AsyncStream<LifecyclePhase>
}
