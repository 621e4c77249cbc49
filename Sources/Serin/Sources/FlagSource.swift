/// Something of the app's own that knows flags: another service, a file, a debug server.
///
/// A source hands over whole answers; it is never called from inside a reading. Which source decides a flag is the order
/// of the list given to ``FeatureFlags/init(_:sources:)``: the first one that has the flag.
///
/// Everything may be called on any thread.
public protocol FlagSource: Sendable {
  /// The source's name, which ``FlagOrigin/source(_:)`` gives; read once.
  var name: String { get }

  /// What the source knows without asking anybody.
  ///
  /// Called while the client is created and when the user changes, on the thread that does so: read a file at most.
  ///
  /// - Returns: The answer for that context, or nil. One that is over 24 hours old is not used.
  func stored(for context: FlagContext) -> FlagAnswer?

  /// Asks for the newest flags.
  ///
  /// Called at the start, with every session, when the context changed, on ``FeatureFlags/refresh()`` and after a signal;
  /// once at a time. An answer that comes after the configuration's timeout, or for a context that has changed meanwhile,
  /// is not used; the task is cancelled then.
  ///
  /// - Parameters:
  ///   - context: Who is asking.
  ///   - validator: The validator of the source's last answer for this very context, or nil.
  /// - Returns: The answer, or nil when the last one still holds.
  /// - Throws: Anything; the source's last answer then stays in effect until it is 24 hours old. Where the server is not
  ///   among the sources, a ``FeatureFlagsError`` gives ``FeatureFlags/refresh()`` its code and its time to wait; its
  ///   message is logged. Of other errors only the type is told.
  func answer(for context: FlagContext, validator: String?) async throws -> FlagAnswer?

  /// Tells that there are other flags now, so that the source is asked again; nil when the source cannot know.
  ///
  /// Read once, when the client starts.
  var signals: AsyncStream<FlagSignal>? { get }
}

extension FlagSource {
  /// Nothing.
  public func stored(for context: FlagContext) -> FlagAnswer? { nil }

  /// No signals.
  public var signals: AsyncStream<FlagSignal>? { nil }
}
