internal import CLibUV

extension LoopWorker {
  /// Brings a connection up to date that is an event stream: sends what is waiting, and lets it go when it is over.
  func settle(_ stream: EventStream) {
    let connection = stream.connection
    if connection.unsent == 0, !stream.pending.isEmpty { queue(stream.takePending(), on: connection) }
    guard !connection.isClosed else { return }
    if stream.isEnding, connection.unsent == 0 {
      connection.events = nil
      connection.farewell = .clean
      linger(connection)
    }
    arm(connection)
  }

  /// When a stream must be looked at, apart from what its client does not take.
  func deadline(of stream: EventStream) -> UInt64 {
    stream.isEnding ? .max : min(stream.nextHeartbeat, stream.end)
  }

  /// Does what is due for a stream.
  func expire(_ stream: EventStream, _ now: UInt64) {
    let connection = stream.connection
    if now >= stop?.end ?? .max { return drop(stream, because: .stopping) }
    if now >= connection.writeDeadline {
      guard hasTakenBytes(connection) else { return drop(stream, because: .stalled) }
      extendWriteDeadline(of: connection)
    }
    guard !stream.isEnding else { return }
    if now >= stream.end {
      end(stream, because: stream.endReason, last: events.flatMap { EventMessage($0.configuration.farewell()) })
    } else if now >= stream.nextHeartbeat {
      sendHeartbeat(to: stream, now: now)
    }
  }

  /// Takes note of bytes that the client of a stream has sent.
  func ignore(_ count: Int, on stream: EventStream) {
    stream.inputBytes += count
    if stream.inputBytes > events?.configuration.inputBytes ?? 0 { drop(stream, because: .unexpectedInput) }
  }

  /// A connection broke.
  func hasBroken(_ connection: Connection, _ error: Int) {
    if let stream = connection.events { forget(stream, because: Self.endReason(of: error)) }
    close(connection)
  }

  /// Why a stream ends when its socket reports an error.
  private static func endReason(of error: Int) -> EventStreamEnd {
    // The system has waited for as long as the stream's client may take nothing.
    error == Int(UV_ETIMEDOUT.rawValue) ? .stalled : .clientGone
  }
}
