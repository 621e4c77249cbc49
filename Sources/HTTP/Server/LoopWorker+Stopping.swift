internal import CLibUV

extension LoopWorker {
  /// The course of a stop, in the loop's milliseconds.
  struct Stop {
    /// When everything that is left is cut.
    var end: UInt64
    /// How long a connection may be idle: a request may be on its way that the client sent before it could know.
    var patience: UInt64
    /// When streams are ended whose closures have not returned.
    var streamEnd: UInt64
  }

  /// The longest ``Stop/patience`` in milliseconds.
  private static let patience: UInt64 = 250
  /// How long the closure of a stream may take to say farewell, in milliseconds.
  private static let streamFarewell: UInt64 = 1000

  /// Accepts nothing more, answers what was received, and returns when the last connection has gone.
  ///
  /// - Parameters:
  ///   - gracePeriod: When the rest is cut.
  ///   - streamTime: Over which time event streams are closed one after the other.
  func stop(gracePeriod: UInt64, closingStreamsOver streamTime: UInt64) async {
    if stop == nil {
      let now = loop.now
      stop = Stop(
        end: now &+ gracePeriod, patience: min(Self.patience, gracePeriod / 4),
        streamEnd: now &+ min(Self.streamFarewell, gracePeriod / 2))
      closeListeners()
      for connection in connections.all {
        if connection.currentStream != nil { connection.first?.abandon() }
        touch(connection)
      }
    } else if var hurried = stop {
      hurried.end = min(hurried.end, loop.now &+ gracePeriod)
      stop = hurried
      for connection in connections.all { touch(connection) }
    }
    // The last ones need a part of the time for their farewell.
    spreadEnds(over: min(streamTime, gracePeriod / 5 &* 4), because: .stopping)
    finishStopIfEmpty()
    guard !hasStopped else { return }
    await withCheckedContinuation { stopWaiters.append($0) }
  }

  private func closeListeners() {
    for listener in listeners {
      // Connections that wait in the kernel would be reset; their clients have done nothing wrong.
      var descriptor: Int32 = -1
      if uv_fileno(listener.asHandle, &descriptor) == 0 {
        while true {
          let waiting = System.acceptConnection(descriptor)
          guard waiting >= 0 else { break }
          adopt(descriptor: waiting)
        }
      }
      uv_close(listener.asHandle, Self.onCloseListener)
    }
    listeners = []
  }

  /// Lets the loop end when there is nothing left on it.
  func finishStopIfEmpty() {
    guard stop != nil, !hasStopped, connections.count == 0 else { return }
    hasStopped = true
    events?.detach(self)
    endIdleTasks()
    loop.stopTimer()
    loop.endWhenIdle()
    for waiter in stopWaiters { waiter.resume() }
    stopWaiters = []
  }

  /// Whether the answer to an exchange is the last one of its connection because the server is stopping.
  func isLast(_ exchange: Exchange, of connection: Connection) -> Bool {
    guard stop != nil, connection.last === exchange, connection.backlog.isEmpty else { return false }
    return !(connection.parser?.hasBegun ?? false)
  }

  /// Closes a connection at once.
  ///
  /// What was not sent is lost.
  func close(_ connection: Connection) {
    guard !connection.isClosed else { return }
    connection.isClosed = true
    connection.input = .ended
    connection.uploading = nil
    if let stream = connection.events { forget(stream, because: .clientGone) }
    connection.events = nil
    if let first = connection.first { connection.abandonExchanges(from: first) }
    connection.outbox = []
    connection.outboxCount = 0
    connection.backlog = []
    if let parser = connection.parser { release(parser, of: connection) }
    resumeWriters(of: connection)
    deadlines.remove(connection.place)
    uv_close(connection.handle.asHandle, Self.onClose)
  }

  /// libuv has let go of a connection.
  func hasClosed(_ connection: Connection) {
    connections.remove(connection.place)
    if connection.isRefused { refusedConnections -= 1 } else { census.leave(connection.remoteAddress) }
    finishStopIfEmpty()
  }
}
