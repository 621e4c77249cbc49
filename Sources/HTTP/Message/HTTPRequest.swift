/// A request that was received whole, head and body, or one whose body its handler reads itself.
///
/// A request is cheap to copy: what was received lies in one object that never changes.
public struct HTTPRequest: Sendable {
  /// What was received.
  final class Content: Sendable {
    let method: HTTPMethod
    let head: [UInt8]
    let ranges: TargetRanges
    let headers: HTTPHeaders
    let body: [UInt8]
    let stream: HTTPBodyStream?
    let remoteAddress: SocketAddress
    let isKeepAlive: Bool
    let isHTTP10: Bool

    init(
      method: HTTPMethod, head: [UInt8], ranges: TargetRanges, headers: HTTPHeaders, body: [UInt8],
      stream: HTTPBodyStream? = nil, remoteAddress: SocketAddress, isKeepAlive: Bool, isHTTP10: Bool
    ) {
      self.method = method
      self.head = head
      self.ranges = ranges
      self.headers = headers
      self.body = body
      self.stream = stream
      self.remoteAddress = remoteAddress
      self.isKeepAlive = isKeepAlive
      self.isHTTP10 = isHTTP10
    }
  }

  /// Where target, path and query lie in the head.
  struct TargetRanges: Sendable, Hashable {
    var target: Range<Int>
    var path: Range<Int>
    var query: Range<Int>?
  }

  let content: Content

  /// A name for the request in logs; nil until somebody gives it one.
  public var id: String?

  init(_ content: Content) {
    self.content = content
  }

  /// Creates a request by hand, so that a handler can be called without a socket.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - target: The target as it would stand in the request line: path and query.
  ///   - headers: The header fields.
  ///   - body: The body.
  ///   - remoteAddress: Where the request is said to come from.
  ///   - isKeepAlive: Whether the connection is said to stay open.
  public init(
    method: HTTPMethod = .get, target: String, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = [],
    remoteAddress: SocketAddress = .loopback, isKeepAlive: Bool = true
  ) {
    let head = Array(target.utf8)
    content = Content(
      method: method, head: head, ranges: TargetForm.ranges(ofTarget: 0..<head.count, pathStart: 0, in: head),
      headers: headers, body: body, remoteAddress: remoteAddress, isKeepAlive: isKeepAlive, isHTTP10: false)
  }

  /// The method.
  public var method: HTTPMethod { content.method }

  /// The header fields.
  public var headers: HTTPHeaders { content.headers }

  /// The body, decoded from chunks where it came in chunks; trailer fields are not kept.
  ///
  /// It is empty where the handler reads the body itself.
  public var body: [UInt8] { content.body }

  /// The body piece by piece: while it arrives where the handler reads it itself, else ``body`` in one piece.
  ///
  /// To be taken once: of a body that came whole, every stream begins anew.
  public var bodyStream: HTTPBodyStream { content.stream ?? HTTPBodyStream(whole: content.body) }

  /// The other end of the connection.
  ///
  /// Behind a proxy this is the proxy.
  public var remoteAddress: SocketAddress { content.remoteAddress }

  /// Whether the client wants to send more requests on this connection.
  public var isKeepAlive: Bool { content.isKeepAlive }

  /// The target as it stood in the request line.
  public var target: String { text(content.ranges.target) }

  /// The part of the target before `?`, as it was sent: percent signs are not decoded.
  public var path: String { text(content.ranges.path) }

  /// The part of the target after the first `?`, as it was sent; nil when there is no `?`.
  public var query: String? { content.ranges.query.map(text) }

  /// The bytes of ``path``; the slice shares the buffer of the request.
  public var pathBytes: ArraySlice<UInt8> { content.head[content.ranges.path] }

  private func text(_ range: Range<Int>) -> String { String(decoding: content.head[range], as: UTF8.self) }
}
