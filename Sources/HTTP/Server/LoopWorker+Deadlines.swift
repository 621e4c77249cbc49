internal import CLibUV

extension LoopWorker {
  /// How long a slow client is given after it was told so.
  private static let slowFarewell: UInt64 = 500
  /// How long a client is given to close after its last answer, when all of its input was read.
  private static let cleanFarewell: UInt64 = 1000
  /// How often it is looked whether a client is still there behind a response stream while nothing is read.
  private static let peerCheckInterval: UInt64 = 1000

  /// When a connection must be looked at, whatever its client does.
  func deadline(of connection: Connection) -> UInt64 {
    var deadline = stop?.end ?? .max
    if connection.isLingering { return min(deadline, connection.lingerDeadline) }
    deadline = min(deadline, connection.writeDeadline)
    if let stream = connection.events { return min(deadline, self.deadline(of: stream)) }
    deadline = min(deadline, connection.peerCheck)
    for exchange in connection.exchanges where exchange.isUnanswered { deadline = min(deadline, exchange.deadline) }
    if let parser = connection.parser, parser.hasBegun, connection.uploading == nil {
      deadline = min(deadline, connection.requestBegan &+ times.request)
      if !parser.hasHead { deadline = min(deadline, connection.requestBegan &+ times.header) }
    }
    if connection.isIdle {
      deadline = min(deadline, connection.lastActivity &+ (stop.map { min($0.patience, times.idle) } ?? times.idle))
    }
    if let stop, connection.currentStream != nil { deadline = min(deadline, stop.streamEnd) }
    return deadline
  }

  /// Puts a connection's deadline where the timer finds it, unless something earlier is there already.
  ///
  /// No time that begins now is over before the shortest limit. So a connection in use is looked at once in that time,
  /// and most requests find an entry that will do.
  func arm(_ connection: Connection) {
    let soon = loop.now &+ times.shortest
    let isExact =
      connection.isLingering || connection.events != nil || connection.peerCheck < .max || stop != nil
    guard !connection.isClosed, connection.armed > soon || isExact else { return }
    var deadline = deadline(of: connection)
    guard deadline < connection.armed else { return }
    if !isExact { deadline = min(deadline, soon) }
    connection.armed = deadline
    deadlines.set(connection.place, to: deadline)
    if deadline < timerDue { startTimer(deadline) }
  }

  private func startTimer(_ deadline: UInt64) {
    timerDue = deadline
    loop.setTimer(to: deadline)
  }

  /// Has it looked now and then whether the client of a response stream is there, while as many requests wait behind it
  /// as may and nothing is read that would tell.
  func watchPeer(of connection: Connection) {
    if connection.isReading || connection.currentStream == nil || connection.input != .open {
      connection.peerCheck = .max
    } else if connection.peerCheck == .max {
      connection.peerCheck = loop.now &+ Self.peerCheckInterval
    }
  }

  /// Looks at the connections whose time has come.
  func deadlinesPassed() {
    let now = loop.now
    timerDue = .max
    while let first = deadlines.first, first.time <= now {
      deadlines.remove(first.place)
      guard let connection = connections[first.place] else { continue }
      connection.armed = .max
      if deadline(of: connection) <= now { expire(connection, now) }
      touch(connection)
    }
    if let first = deadlines.first { startTimer(first.time) }
  }

  private func expire(_ connection: Connection, _ now: UInt64) {
    if let stream = connection.events { return expire(stream, now) }
    if connection.isLingering || now >= stop?.end ?? .max { return close(connection) }
    if now >= connection.writeDeadline {
      guard hasTakenBytes(connection) else { return close(connection) }
      extendWriteDeadline(of: connection)
    }
    if now >= connection.peerCheck {
      guard !System.isClosedByPeer(connection.handle) else { return close(connection) }
      connection.peerCheck = now &+ Self.peerCheckInterval
    }
    if let late = connection.exchanges.first(where: { $0.isUnanswered && now >= $0.deadline }) {
      return handlerTimedOut(late, of: connection)
    }
    if let parser = connection.parser, parser.hasBegun, connection.uploading == nil {
      if !parser.hasHead, now >= connection.requestBegan &+ times.header {
        return refuse(connection, .headerTimeout(limits), farewell: .tooSlow)
      }
      if now >= connection.requestBegan &+ times.request {
        return refuse(connection, .requestTimeout(limits), farewell: .tooSlow)
      }
    }
    if let stop, now >= stop.streamEnd, connection.currentStream != nil, let exchange = connection.first {
      exchange.task?.cancel()
      return endStream(exchange, on: connection)
    }
    if connection.isIdle { connection.farewell = .clean }
  }

  /// Answers in the place of a handler that takes too long, or whose body comes too slowly.
  ///
  /// What came after that request gets no answer.
  private func handlerTimedOut(_ late: Exchange, of connection: Connection) {
    let isUploading = connection.uploading === late
    let isSlow = isUploading && late.body?.isFull == false
    connection.uploading = nil
    connection.abandonExchanges(from: late)
    if let parser = connection.parser { release(parser, of: connection) }
    let hasEnded = connection.input == .ended
    answer(
      connection, with: isSlow ? .bodyTooSlow(limits) : .handlerTimeout(limits),
      farewell: isSlow ? .tooSlow : isUploading ? .unreadInput : .clean,
      isHead: late.isHead, isHTTP10: late.isHTTP10)
    late.state = .streamed
    if hasEnded { connection.input = .ended }
  }

  /// After the last answer: closes the sending side and waits for the client to do the same.
  func linger(_ connection: Connection) {
    guard !connection.isLingering, !connection.isClosed else { return }
    guard connection.input != .ended else { return close(connection) }
    connection.isLingering = true
    connection.input = .ignored
    connection.backlog = []
    let most = stop == nil ? times.linger : min(times.linger, Self.cleanFarewell)
    let time =
      switch connection.farewell {
      case .unreadInput: most
      case .tooSlow: min(most, Self.slowFarewell)
      case .clean, nil: min(most, Self.cleanFarewell)
      }
    connection.lingerDeadline = loop.now &+ time
    let request = UnsafeMutablePointer<uv_shutdown_t>.allocate(capacity: 1)
    guard uv_shutdown(request, connection.handle.asStream, Self.onShutdown) == 0 else {
      request.deallocate()
      return close(connection)
    }
    startReading(connection)
  }
}
