internal import CLLHTTP

/// Turns bytes into requests.
///
/// A parser reads one request at a time and is used again for the next: ``reset()``. It does not know of sockets or
/// time. After a refusal nothing more may be read from the connection, since it is not known where a next request
/// would begin.
final class RequestParser {
  /// What the bytes amounted to.
  enum Outcome {
    /// They are used up and the request is not complete.
    case needsMore
    /// The head is complete and fine, and the client waits for leave to send the body. There may be bytes left.
    case awaitsContinue
    /// The head is complete and fine, and the body goes to the handler in pieces. There may be bytes left.
    case bodyBegins(awaitsContinue: Bool)
    /// A part of such a body, which may be empty. There may be bytes left, which belong to the next request behind a last
    /// part.
    case bodyPiece([UInt8], isLast: Bool)
    /// A request is complete. There may be bytes left, which belong to the next one.
    case request(HTTPRequest)
    /// There is no request to be had from this connection any more.
    case refused(HTTPRefusal)
  }

  enum Phase {
    case requestLine
    case fields
    case fixedBody(remaining: Int)
    case chunkedBody
    case complete
  }

  let limits: HTTPLimits
  let bodyLimit: HTTPBodyLimit?
  let streamsBody: HTTPBodyStreaming?
  let llhttp: UnsafeMutablePointer<llhttp_t>
  let findings: UnsafeMutablePointer<ParserFindings>

  var phase = Phase.requestLine
  /// The bytes of the head that came in earlier chunks; in the end all of it.
  var head: [UInt8] = []
  /// Where in the current chunk the bytes of the head begin that are not in ``head`` yet.
  var headStart = 0
  /// Where in the head the request line ends.
  var lineEnd = 0
  var line = RequestLine.none
  var hasSkippedEmptyLine = false
  /// The bytes of a chunked body as they came, and the last of them.
  var rawBodyCount = 0
  var previousByte: UInt8 = 0
  var isKeepAlive = false
  /// Whether the body goes to the handler in pieces.
  var isStreamed = false
  /// Where the bytes come from.
  var remoteAddress = SocketAddress.loopback
  /// The next one in a list of parsers that are not in use.
  var nextFree: RequestParser?

  /// Creates a parser.
  ///
  /// - Parameters:
  ///   - limits: The sizes that are allowed.
  ///   - bodyLimit: The size of a body by method and path; nil for the general one.
  ///   - streamsBody: Whether a body goes to the handler in pieces; nil for never.
  init(limits: HTTPLimits, bodyLimit: HTTPBodyLimit?, streamsBody: HTTPBodyStreaming? = nil) {
    self.limits = limits
    self.bodyLimit = bodyLimit
    self.streamsBody = streamsBody
    llhttp = .allocate(capacity: 1)
    findings = .allocate(capacity: 1)
    findings.initialize(to: ParserFindings(fieldLimit: limits.headerFields))
  }

  deinit {
    findings.deinitialize(count: 1)
    findings.deallocate()
    llhttp.deallocate()
  }

  /// Whether some part of a request has been read, other than the empty line that may stand before it.
  var hasBegun: Bool {
    if case .requestLine = phase { return !head.isEmpty }
    return true
  }

  /// Whether the head is complete.
  var hasHead: Bool {
    switch phase {
    case .requestLine, .fields: false
    default: true
    }
  }

  /// Makes ready for the next request.
  func reset() {
    phase = .requestLine
    head = []
    line = .none
    hasSkippedEmptyLine = false
    isStreamed = false
    findings.pointee.reset()
  }

  /// Reads bytes until they are used up or something happened.
  ///
  /// - Parameters:
  ///   - chunk: Bytes as they came from the socket.
  ///   - position: Where to begin; afterwards, where the first unread byte is.
  func consume(_ chunk: UnsafeBufferPointer<UInt8>, from position: inout Int) -> Outcome {
    headStart = position
    do throws(HTTPRefusal) {
      if case .requestLine = phase {
        guard try readRequestLine(chunk, &position) else { return .needsMore }
      }
      if case .fields = phase {
        guard try readFields(chunk, &position) else { return .needsMore }
        let awaitsContinue = try beginBody()
        if isStreamed { return .bodyBegins(awaitsContinue: awaitsContinue) }
        if awaitsContinue { return .awaitsContinue }
      }
      let isLast = try readBody(chunk, &position)
      if isStreamed { return .bodyPiece(findings.pointee.takeBody(), isLast: isLast) }
      return isLast ? .request(request()) : .needsMore
    } catch {
      return .refused(error)
    }
  }

  /// The request: all of it, or its head when the handler gets the body in pieces.
  func request(stream: HTTPBodyStream? = nil) -> HTTPRequest {
    HTTPRequest(
      HTTPRequest.Content(
        method: line.method, head: head, ranges: line.target.ranges,
        headers: HTTPHeaders(buffer: head, fields: findings.pointee.fields), body: findings.pointee.body,
        stream: stream, remoteAddress: remoteAddress, isKeepAlive: isKeepAlive, isHTTP10: line.isHTTP10))
  }
}
