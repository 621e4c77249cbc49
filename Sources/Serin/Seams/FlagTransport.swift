/// Sends the SDK's requests; tests and apps with a network layer of their own replace it.
public protocol FlagTransport: Sendable {
  /// Sends one request and gives the whole answer, whatever its status.
  ///
  /// It must not follow a redirect to another host, since the request carries the client key; it gives the redirect
  /// itself as the answer. It must not answer from a cache. It should stop when the task is cancelled.
  ///
  /// - Throws: Any error when there was no HTTP answer.
  func send(_ request: FlagRequest) async throws -> FlagResponse
}
