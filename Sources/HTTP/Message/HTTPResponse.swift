/// The answer to a request.
public struct HTTPResponse: Sendable {
  /// What follows the head of an answer.
  public enum Body: Sendable {
    /// Bytes that are all there.
    case bytes([UInt8])
    /// Bytes that come one piece after the other, until the closure returns.
    ///
    /// The closure runs on the loop of the connection, after the answers to all earlier requests were sent. It is
    /// cancelled when the client goes away and when the server stops.
    case stream(@Sendable (ResponseStream) async -> Void)
    /// What is broadcast from now on; the connection is closed after it.
    ///
    /// Only of a server that has a registry of event streams.
    indirect case events(EventSubscription)
  }

  /// The status code, 200 to 599.
  public var status: Int
  /// The header fields, in order.
  ///
  /// `Content-Length`, `Transfer-Encoding`, `Date` and `Keep-Alive` are the server's business and are left out when
  /// they stand here. `Connection: close` closes the connection after the answer. A name that is not a token, or a
  /// value with a carriage return, line feed or NUL in it, makes the whole answer a 500: a header field must never be
  /// able to add a second one.
  public var headers: [(name: String, value: String)]
  /// The body.
  ///
  /// It is not sent in answer to HEAD, nor with 204 and 304.
  public var body: Body

  /// Creates an answer.
  ///
  /// - Parameters:
  ///   - status: The status code, 200 to 599.
  ///   - headers: The header fields.
  ///   - body: The body.
  public init(status: Int, headers: [(name: String, value: String)] = [], body: Body = .bytes([])) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Creates an answer with a text as its body.
  ///
  /// - Parameters:
  ///   - status: The status code, 200 to 599.
  ///   - contentType: The media type of the text.
  ///   - text: The body, sent as UTF-8.
  public init(status: Int, contentType: String = "text/plain; charset=utf-8", text: String) {
    self.init(status: status, headers: [("Content-Type", contentType)], body: .bytes(Array(text.utf8)))
  }

  /// The value of the first header field with a name, or nil.
  ///
  /// - Parameter name: The name, in any case.
  public subscript(name: String) -> String? {
    headers.first { Self.sameName($0.name, name) }?.value
  }

  /// Whether the status allows a body (RFC 9110, 6.4.1).
  var hasBody: Bool { status != 204 && status != 304 }

  static func sameName(_ one: String, _ other: String) -> Bool {
    one.utf8.count == other.utf8.count
      && zip(one.utf8, other.utf8).allSatisfy { ASCII.lowercased($0) == ASCII.lowercased($1) }
  }
}
