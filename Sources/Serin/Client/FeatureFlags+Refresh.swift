public import Foundation

extension FeatureFlags {
  /// Asks the server for the newest flags and waits for the answer.
  ///
  /// While the stored flags are valid at most one request is sent in five minutes; in between they are the answer and the
  /// outcome is ``RefreshOutcome/throttled(until:)``. Calls while a request is under way share it.
  ///
  /// - Throws: ``FeatureFlagsError``, also when the caller's task is cancelled (code 0; the request goes on for others).
  ///   The flags in effect stay as they were.
  @discardableResult
  public func refresh() async throws -> RefreshOutcome {
    guard !Task.isCancelled else { throw FeatureFlagsError.cancelled }
    return try await engine.wait(.anyUser) { engine.refresh($0) }
  }

  /// Asks the server for the newest flags; see ``refresh()``.
  ///
  /// - Parameter completion: Called exactly once, later, on the main thread; with nil when the flags in effect are the
  ///   server's or need no refresh yet.
  public func refresh(completion: (@MainActor @Sendable (FeatureFlagsError?) -> Void)?) {
    engine.refresh(engine.waiter(.anyUser, completion))
  }

  /// Waits until the server's answer is there, for a bounded time.
  ///
  /// Returns with a whole or partial answer, with an error, when the client is closed, when the task is cancelled, or when
  /// the time is over: look at ``FlagsState/origin`` and ``FlagsState/lastError``. This is the only way to wait for flags.
  ///
  /// - Parameter seconds: How long to wait at most; up to an hour.
  @discardableResult
  public func ready(within seconds: TimeInterval) async -> FlagsState {
    await engine.ready(within: seconds)
  }

  /// Waits until the server's answer is there, for a bounded time; see ``ready(within:)``.
  ///
  /// - Parameters:
  ///   - seconds: How long to wait at most; up to an hour.
  ///   - completion: Called exactly once, later, on the main thread.
  public func ready(within seconds: TimeInterval, completion: @escaping @MainActor @Sendable (FlagsState) -> Void) {
    let engine = engine
    Task { @MainActor in completion(await engine.ready(within: seconds)) }
  }
}
