/// Why the server answered a request itself, without asking the handler.
public struct HTTPRefusal: Error, Sendable, Hashable {
  /// The reason.
  ///
  /// There are few, so that they can be the label of a counter.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// 400: the bytes are not an HTTP request.
    case malformedRequest
    /// 400: HTTP/1.1 without a Host field.
    case missingHost
    /// 400: more than one Host field.
    case duplicateHost
    /// 400: a Host that is not a name or address with an optional port, or not the one of an absolute target.
    case invalidHost
    /// 400: it cannot be said without doubt where the body ends.
    case ambiguousLength
    /// 408: the request did not arrive in time.
    case requestTimeout
    /// 413: the body is larger than its limit.
    case bodyTooLarge
    /// 414: the target is longer than its limit.
    case uriTooLong
    /// 417: an expectation other than `100-continue`.
    case expectationFailed
    /// 431: the head is larger than its limit.
    case headersTooLarge
    /// 431: more header fields than their limit.
    case tooManyHeaders
    /// 500: the handler's answer cannot be sent: a status outside 200 to 599 or an invalid header field.
    case invalidResponse
    /// 501: CONNECT; the server is no proxy.
    case tunnelNotSupported
    /// 501: a change to another protocol.
    case upgradeNotSupported
    /// 501: a transfer coding other than `chunked`.
    case unsupportedTransferCoding
    /// 503: the handler did not answer in time.
    case handlerTimeout
    /// 503: the server has as many connections as it may have.
    case tooManyConnections
    /// 503: there are as many event streams as there may be, in all, of the caller or of the address.
    case tooManyStreams
    /// 503: the server is stopping and begins no event streams.
    case stopping
    /// 505: a version other than HTTP/1.0 and HTTP/1.1.
    case unsupportedVersion
  }

  /// The status code of the answer.
  public var status: Int
  /// The reason.
  public var code: Code
  /// A sentence for people: what is wrong, and the limit with its value where one was passed.
  public var detail: String
  /// After how many seconds the client may try again; it becomes the field `Retry-After`.
  public var retryAfter: Int?

  /// Creates a refusal.
  ///
  /// - Parameters:
  ///   - code: The reason, which also decides the status.
  ///   - detail: A sentence for people.
  ///   - retryAfter: Seconds until the next attempt.
  public init(_ code: Code, _ detail: String, retryAfter: Int? = nil) {
    self.status = code.status
    self.code = code
    self.detail = detail
    self.retryAfter = retryAfter
  }
}

extension HTTPRefusal.Code {
  /// The status code that goes with the reason.
  public var status: Int {
    switch self {
    case .malformedRequest, .missingHost, .duplicateHost, .invalidHost, .ambiguousLength: 400
    case .requestTimeout: 408
    case .bodyTooLarge: 413
    case .uriTooLong: 414
    case .expectationFailed: 417
    case .headersTooLarge, .tooManyHeaders: 431
    case .invalidResponse: 500
    case .tunnelNotSupported, .upgradeNotSupported, .unsupportedTransferCoding: 501
    case .handlerTimeout, .tooManyConnections, .tooManyStreams, .stopping: 503
    case .unsupportedVersion: 505
    }
  }
}
