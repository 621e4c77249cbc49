internal import CLibUV

/// The state of one connection.
///
/// It belongs to one ``LoopWorker``, which alone reads and changes it. Its properties are read and set as a whole, never
/// changed in place: so the compiler can do without checking at run time that no two changes overlap.
final class Connection {
  /// What becomes of the bytes that the client sends.
  enum Input {
    /// They are parsed.
    case open
    /// They are thrown away: the last request of the connection was read or refused.
    case ignored
    /// There will be none: the client has closed its side.
    case ended
  }

  let handle: UnsafeMutablePointer<uv_tcp_t>
  /// The place in the worker's table, and a number that no other connection of the worker ever had.
  let place: Int
  let serial: UInt64
  let remoteAddress: SocketAddress
  private let census: ConnectionCensus

  var input = Input.open
  var isReading = false
  /// The parser of a request that has begun to arrive.
  var parser: RequestParser?
  /// When the first byte of that request came.
  var requestBegan: UInt64 = 0
  /// Whether the client of that request waits for `100 Continue`.
  var awaitsContinue = false
  /// The request whose body is arriving while its handler reads it.
  var uploading: Exchange?
  /// Bytes that came while as many requests were waiting as may.
  var backlog: [UInt8] = []
  /// The first of the requests that are not answered yet, in the order of their answers; the others hang on it.
  var first: Exchange?
  var last: Exchange?
  var exchangeCount = 0

  /// Pieces of a stream that were not handed to libuv yet.
  var outbox: [[UInt8]] = []
  var outboxCount = 0
  /// Bytes that libuv is sending, and how many of them were left when the deadline for them was set.
  var unsent = 0
  var unsentAtDeadline = 0
  var writeDeadline = UInt64.max
  /// Callers of ``ResponseStream/write(_:)`` that wait for room.
  var writers: [CheckedContinuation<Void, Never>] = []

  /// The event stream that the connection has become.
  var events: EventStream?
  /// When to look whether the client is still there, while nothing is read that would tell.
  var peerCheck = UInt64.max

  /// The last time that the client sent something or was sent an answer.
  var lastActivity: UInt64
  /// How long to wait for the client to close after the last answer; nil as long as there may be more answers.
  var farewell: Farewell?
  var isLingering = false
  var lingerDeadline = UInt64.max
  var isClosed = false
  /// Whether it is one too many, and open only to be told so.
  var isRefused = false
  /// Whether the connection is in the list of those to look at in the end of the turn.
  var isTouched = false
  /// The next one in that list.
  var nextTouched: Connection?
  /// The time of the connection's entry among the deadlines.
  var armed = UInt64.max

  init(
    handle: UnsafeMutablePointer<uv_tcp_t>, place: Int, serial: UInt64, remoteAddress: SocketAddress,
    census: ConnectionCensus, now: UInt64
  ) {
    self.handle = handle
    self.place = place
    self.serial = serial
    self.remoteAddress = remoteAddress
    self.census = census
    lastActivity = now
    census.objectCreated()
  }

  deinit { census.objectReleased() }

  /// Whether nothing is under way: no request, no answer.
  var isIdle: Bool {
    first == nil && unsent == 0 && backlog.isEmpty && farewell == nil && !(parser?.hasBegun ?? false)
  }

  /// Leaves a piece of a stream to be sent.
  func post(_ piece: [UInt8]) {
    var pieces = outbox
    outbox = []
    pieces.append(piece)
    outbox = pieces
    outboxCount += piece.count
  }

  /// The stream that is being sent, if one is.
  var currentStream: ResponseStream? {
    guard case .streaming(let stream) = first?.state else { return nil }
    return stream
  }
}

/// How a connection is let go after its last answer.
enum Farewell {
  /// The client's input was read up to the end of a request.
  case clean
  /// Input was left unread that the client may still be sending; it is read and thrown away.
  case unreadInput
  /// The client was too slow; it is not given much more time.
  case tooSlow
}
