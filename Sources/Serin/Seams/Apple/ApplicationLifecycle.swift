#if canImport(UIKit) || canImport(AppKit)
  /// The lifecycle of an app on an Apple platform.
  ///
  /// On iOS, iPadOS, tvOS, visionOS and Mac Catalyst it listens to the application, not to its scenes. An app that is
  /// launched in the background, or ahead of time, does not become active, so no session starts. On macOS losing the
  /// focus is not background, since a person may look at the window all day; hidden or asleep is.
  ///
  /// It uses nothing that is forbidden in an app extension. It never says ``LifecyclePhase/networkAvailable``; requests that
  /// failed are tried again by themselves, a little later.
  public struct ApplicationLifecycle: FlagLifecycle {
    /// Creates the lifecycle.
    public init() {}

    /// The application's state; nil while it changes, and where there is no application.
    public var current: LifecyclePhase? {
      get async { await Self.currentPhase() }
    }

    /// The phases as the system announces them.
    public func phases() -> AsyncStream<LifecyclePhase> {
      Self.announcedPhases()
    }
  }
#endif
