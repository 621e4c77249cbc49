/// The state of a connection that has become an event stream.
///
/// It belongs to one ``LoopWorker``, which alone reads and changes it.
final class EventStream {
  /// The connection, which owns the stream.
  unowned let connection: Connection
  let group: EventGroup
  /// Where the stream comes from.
  let source: SocketAddress
  /// Whether messages are sent as chunks.
  let isChunked: Bool
  /// The place among the streams of the group.
  var index = 0

  /// What waits until libuv has sent what it was given.
  var pending: [SharedSlice] = []
  var pendingBytes = 0
  /// Bytes that the client has sent on the stream.
  var inputBytes = 0
  /// When the next heartbeat is due.
  var nextHeartbeat: UInt64
  /// When the stream is to be closed, and why.
  private(set) var end: UInt64
  private(set) var endReason = EventStreamEnd.lifetime
  /// Whether the stream was left by its registry and only sends what is waiting.
  var isEnding = false

  init(
    of connection: Connection, in group: EventGroup, source: SocketAddress, isChunked: Bool, nextHeartbeat: UInt64,
    end: UInt64
  ) {
    self.connection = connection
    self.group = group
    self.source = source
    self.isChunked = isChunked
    self.nextHeartbeat = nextHeartbeat
    self.end = end
  }

  /// What the stream is counted by.
  var entry: EventStreamCensus.Entry { .init(channel: group.channel, tag: group.tag, source: source) }

  /// Leaves bytes to be sent after those that are being sent.
  func post(_ slice: SharedSlice) {
    pending.append(slice)
    pendingBytes += slice.count
  }

  /// Everything that was waiting.
  func takePending() -> [SharedSlice] {
    let slices = pending
    pending = []
    pendingBytes = 0
    return slices
  }

  /// Brings the end nearer.
  func end(by time: UInt64, because reason: EventStreamEnd) {
    guard time < end else { return }
    end = time
    endReason = reason
  }
}
