import Serin
import SerinLock

/// A lifecycle that the test moves through its phases.
final class TestLifecycle: FlagLifecycle {
  private let followers = Lock<[AsyncStream<LifecyclePhase>.Continuation]>([])
  private let phase: LifecyclePhase?

  /// - Parameter current: What the app is in when the client starts.
  init(current: LifecyclePhase? = nil) {
    phase = current
  }

  var current: LifecyclePhase? { phase }

  var followerCount: Int { followers.withLock(\.count) }

  func phases() -> AsyncStream<LifecyclePhase> {
    let (stream, continuation) = AsyncStream.makeStream(of: LifecyclePhase.self)
    followers.withLock { $0.append(continuation) }
    return stream
  }

  func enter(_ phase: LifecyclePhase) {
    followers.withLock { $0 }.forEach { $0.yield(phase) }
  }
}
