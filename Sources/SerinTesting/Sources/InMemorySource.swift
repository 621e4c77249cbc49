import Foundation
public import Serin
import SerinLock

/// A source of flags whose answers the test sets.
///
/// It counts revisions, gives nil when the last answer still holds, and signals each change to every client that
/// listens. Safe to use from any thread.
public final class InMemorySource: FlagSource {
  /// The flags of one context.
  public typealias Decide = @Sendable (_ context: FlagContext) -> [FeatureFlag]

  private struct State: Sendable {
    var decide: Decide
    var undecided: Set<String> = []
    var revision: Int64 = 1
    var error: (any Error)?
    var asked: [FlagContext] = []
    var followers: [AsyncStream<FlagSignal>.Continuation] = []
  }

  /// The source's name.
  public let name: String
  private let clock: any FlagClock
  private let state: Lock<State>

  /// Creates a source that has the same flags for everybody, with revision 1.
  ///
  /// - Parameters:
  ///   - name: The source's name.
  ///   - clock: Says when an answer was made, which it is used for 24 hours from.
  ///   - flags: The flags.
  public init(name: String = "memory", clock: any FlagClock = SystemClock(), _ flags: [FeatureFlag] = []) {
    self.name = name
    self.clock = clock
    state = Lock(State(decide: { _ in flags }))
  }

  /// For whom the source was asked, in order.
  public var asked: [FlagContext] { state.withLock(\.asked) }

  /// Has these flags for everybody from now on, with the next revision, and signals that.
  ///
  /// - Parameter undecided: Keys that cannot be decided.
  public func set(_ flags: [FeatureFlag], undecided: Set<String> = []) {
    set(undecided: undecided) { _ in flags }
  }

  /// Decides by the context from now on; see ``set(_:undecided:)``.
  public func set(undecided: Set<String> = [], _ decide: @escaping Decide) {
    let (revision, followers) = state.withLock { state in
      state.decide = decide
      state.undecided = undecided
      state.revision += 1
      return (state.revision, state.followers)
    }
    for follower in followers { follower.yield(FlagSignal(epoch: 0, revision: revision)) }
  }

  /// Throws an error whenever it is asked; nil ends that.
  public func fail(_ error: (any Error)?) {
    state.withLock { $0.error = error }
  }

  /// The flags, or nil when the last answer still holds.
  ///
  /// - Throws: What ``fail(_:)`` was given.
  public func answer(for context: FlagContext, validator: String?) async throws -> FlagAnswer? {
    let (decide, undecided, revision, error) = state.withLock { state in
      state.asked.append(context)
      return (state.decide, state.undecided, state.revision, state.error)
    }
    if let error { throw error }
    let current = "\(revision)"
    if validator == current { return nil }
    return FlagAnswer(
      flags: decide(context), revision: revision, validator: current, undecided: undecided, confirmedAt: clock.now)
  }

  /// A signal for each change from now on.
  public var signals: AsyncStream<FlagSignal>? {
    let (stream, continuation) = AsyncStream.makeStream(of: FlagSignal.self)
    state.withLock { $0.followers.append(continuation) }
    return stream
  }
}
