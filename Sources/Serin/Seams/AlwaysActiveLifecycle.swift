/// The lifecycle of a command line tool or a service: active from the start to the end.
///
/// It is one session, which ``FeatureFlags/close()`` ends. It keeps no process alive.
public struct AlwaysActiveLifecycle: FlagLifecycle {
  /// Creates the lifecycle.
  public init() {}

  /// Always active.
  public var current: LifecyclePhase? { .active }

  /// A stream without a change.
  public func phases() -> AsyncStream<LifecyclePhase> {
    AsyncStream { $0.finish() }
  }
}

extension FlagLifecycle where Self == AlwaysActiveLifecycle {
  /// Active from the start to the end.
  public static var alwaysActive: Self { Self() }
}
