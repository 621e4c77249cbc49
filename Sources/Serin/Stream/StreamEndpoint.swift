import Foundation

/// Makes the request for the stream of a server's announcements.
struct StreamEndpoint: Sendable {
  private let url: URL
  private let clientKey: String

  /// Creates an endpoint for a configuration that requests can be sent with.
  init(_ configuration: FeatureFlags.Configuration) {
    url = configuration.baseURL.appendingPathComponent("v1").appendingPathComponent("stream")
    clientKey = configuration.clientKey
  }

  /// The request for a connection.
  ///
  /// - Parameter lastEventID: The id that the connection before it ended with; empty when there is none. The server then
  ///   says at once what the client has missed.
  func request(lastEventID: String) -> FlagRequest {
    var headers = [
      "Authorization": "Bearer \(clientKey)", "Accept": "text/event-stream", "Cache-Control": "no-cache",
    ]
    // The id is the server's text. What could not be in a header field is left out: the SDK compares after every
    // connection anyway.
    if lastEventID.fitsHeaderField() { headers["Last-Event-ID"] = lastEventID }
    return FlagRequest(method: "GET", url: url, headers: headers, body: Data(), timeout: Self.timeout)
  }

  /// Longer than the SDK waits by its own clock.
  private static let timeout: TimeInterval = StreamClient.longestSilence + 15
}
