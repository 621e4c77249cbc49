public import Serin
import SerinLock

/// A lifecycle that the test moves through its phases.
///
/// Give it to a client as ``FeatureFlags/Configuration/lifecycle``. Safe to use from any thread.
public final class TestLifecycle: FlagLifecycle {
  private let followers = Lock<[AsyncStream<LifecyclePhase>.Continuation]>([])
  private let phase: LifecyclePhase?

  /// Creates a lifecycle.
  ///
  /// - Parameter current: The phase that a client finds when it starts; nil when it is not known.
  public init(current: LifecyclePhase? = nil) {
    phase = current
  }

  /// What the initialiser was given; phases that were entered since do not change it.
  public var current: LifecyclePhase? { phase }

  /// How many clients have asked for the phases.
  public var followerCount: Int { followers.withLock(\.count) }

  /// Every phase from now on, in order.
  public func phases() -> AsyncStream<LifecyclePhase> {
    let (stream, continuation) = AsyncStream.makeStream(of: LifecyclePhase.self)
    followers.withLock { $0.append(continuation) }
    return stream
  }

  /// Tells every client that the app entered a phase.
  public func enter(_ phase: LifecyclePhase) {
    followers.withLock { $0 }.forEach { $0.yield(phase) }
  }
}
