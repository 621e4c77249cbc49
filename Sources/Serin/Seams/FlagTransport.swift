/// Sends the SDK's requests; tests and apps with a network layer of their own replace it.
public protocol FlagTransport: Sendable {
  /// Sends one request and gives the whole answer, whatever its status.
  ///
  /// It must not follow a redirect to another host, since the request carries the client key; it gives the redirect
  /// itself as the answer. It must not answer from a cache. It should stop when the task is cancelled.
  ///
  /// - Throws: Any error when there was no HTTP answer.
  func send(_ request: FlagRequest) async throws -> FlagResponse

  /// Opens an event stream and gives its lines as they come, until the server ends it.
  ///
  /// A line ends with LF, CR or CRLF, is given without its end, and may be empty: empty lines are what ends an event, so
  /// none may be left out. What follows the last line end is no line. A transport should give an empty line as soon as
  /// the server has accepted, before the server sent any; that means nothing in an event stream, and tells that it is
  /// open. The same holds for redirects and caches as in ``send(_:)``. The request's timeout is for silence, not for the
  /// whole.
  ///
  /// - Returns: The lines. Whoever stops reading them, or whose task is cancelled, closes the connection at once. The
  ///   stream throws ``FlagStreamError``, or any error when the connection broke.
  func lines(_ request: FlagRequest) -> AsyncThrowingStream<String, any Error>
}

extension FlagTransport {
  /// No stream: what a transport gives that has none.
  ///
  /// - Returns: A stream that throws ``FlagStreamError/unsupported``.
  public func lines(_ request: FlagRequest) -> AsyncThrowingStream<String, any Error> {
    AsyncThrowingStream { $0.finish(throwing: FlagStreamError.unsupported) }
  }
}
