/// What a client may use of the server: bytes, seconds and connections.
///
/// Times are in seconds; `.infinity` means no limit. A time counts from an event that the client cannot repeat at
/// will, so that sending a byte now and then keeps nothing open.
public struct HTTPLimits: Sendable, Hashable {
  /// Bytes of a head: request line, header fields and the empty line after them.
  ///
  /// More is answered with 431.
  public var headerBytes = 16 * 1024
  /// Header fields of a request.
  ///
  /// More is answered with 431.
  public var headerFields = 100
  /// Bytes of the target in the request line.
  ///
  /// More is answered with 414.
  public var targetBytes = 4096
  /// Bytes of a body, after chunks were joined, where ``HTTPServerConfiguration/bodyLimit`` says nothing else.
  ///
  /// More is answered with 413.
  public var bodyBytes = 4 * 1024 * 1024
  /// From the first byte of a request to the end of its head.
  ///
  /// Later is answered with 408.
  public var headerTimeout = 10.0
  /// From the first byte of a request to its answer.
  ///
  /// A body that is not there by then is answered with 408, a handler that is not ready with 503. An answer that is a
  /// stream has begun in time when its handler returned in time.
  public var requestTimeout = 30.0
  /// Bytes of a body that its handler reads itself which buy the client a second more than ``requestTimeout``.
  ///
  /// A body that comes more slowly is answered with 408. Time in which the handler takes nothing does not count; after
  /// the body's end the handler has ``requestTimeout`` for its answer.
  public var bodyBytesPerSecond = 64 * 1024
  /// Bytes of such a body that may wait for the handler before no more are read.
  public var bodyBufferBytes = 256 * 1024
  /// How long a connection may stay open without a request.
  ///
  /// It is closed without an answer.
  public var idleTimeout = 75.0
  /// How long a client may take nothing of what was sent to it.
  ///
  /// It is cut off.
  public var writeTimeout = 30.0
  /// How long input is still read, and thrown away, after the last answer of a connection.
  ///
  /// Closing a socket with unread input resets the connection, and the reset may overtake the answer.
  public var lingerTimeout = 10.0
  /// Open connections, over all loops.
  ///
  /// More are answered with 503 and closed.
  ///
  /// The server lowers the figure to what the limit of open files allows, less 256 files, or a quarter where there are
  /// fewer than 1024, for other uses.
  public var connections = 16_384
  /// Open connections from one IPv4 address or one IPv6 /64; nil means no limit, which is right behind a proxy.
  public var connectionsPerSource: Int?
  /// Requests of one connection that may wait for their answers; further ones are not read until there is room.
  public var pipelinedRequests = 16
  /// Bytes of a stream that may wait to be sent before ``ResponseStream/write(_:)`` makes its caller wait.
  public var streamBufferBytes = 64 * 1024

  /// Creates the default limits.
  public init() {}
}
