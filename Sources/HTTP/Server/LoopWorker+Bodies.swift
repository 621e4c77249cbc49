extension LoopWorker {
  /// Begins a request whose handler reads the body itself.
  func beginUpload(_ parser: RequestParser, on connection: Connection) {
    let body = IncomingBody(of: connection, room: limits.bodyBufferBytes)
    let request = parser.request(stream: HTTPBodyStream(body, worker: self))
    let exchange = Exchange(
      state: .waiting(request), deadline: connection.requestBegan &+ times.request,
      isHTTP10: request.content.isHTTP10, isSafe: false, farewell: request.isKeepAlive ? nil : .clean)
    exchange.body = body
    connection.uploading = exchange
    connection.append(exchange)
    if connection.exchangeCount == 1 { startHandlers(of: connection) }
  }

  /// Hands a piece of the body on.
  func deliver(_ piece: [UInt8], isLast: Bool, parser: RequestParser, on connection: Connection) {
    guard let exchange = connection.uploading, let body = exchange.body else { return }
    if !piece.isEmpty { body.append(piece, now: loop.now) }
    if isLast {
      connection.uploading = nil
      release(parser, of: connection)
      body.complete()
      if exchange.farewell != nil { connection.input = .ignored }
    }
    renewDeadline(of: exchange, on: connection)
  }

  /// The next bytes of a body, once there are some.
  func nextPiece(of stream: HTTPBodyStream) async throws(HTTPBodyStreamError) -> [UInt8]? {
    guard let body = stream.arrived else { return nil }
    while true {
      if !body.unread.isEmpty {
        let bytes = body.take(now: loop.now)
        if let connection = body.connection, let exchange = connection.uploading, exchange.body === body {
          renewDeadline(of: exchange, on: connection)
          touch(connection)
        }
        return bytes
      }
      if body.isComplete { return nil }
      if let failure = body.failure { throw failure }
      body.want()
      // The client may be waiting for leave to send.
      if let connection = body.connection, connection.awaitsContinue { touch(connection) }
      await body.wait()
    }
  }

  /// Whether the client of a request may be told to send the body.
  func isContinueDue(on connection: Connection) -> Bool {
    guard connection.awaitsContinue, connection.farewell == nil else { return false }
    guard let uploading = connection.uploading else { return connection.first == nil }
    return connection.first === uploading && uploading.body?.isWanted == true
  }

  /// Gives up the rest of a body that nobody will read.
  ///
  /// The bytes that still come are thrown away, so the connection has no further request.
  func abandonUpload(_ exchange: Exchange, on connection: Connection) {
    guard connection.uploading === exchange else { return }
    connection.uploading = nil
    if let parser = connection.parser { release(parser, of: connection) }
    if connection.input == .open { connection.input = .ignored }
    connection.backlog = []
    exchange.body?.fail(.ended)
    exchange.farewell = .unreadInput
  }

  /// Takes an unfinished request out of the way of the refusal that answers it.
  func dropUpload(of connection: Connection) {
    guard let exchange = connection.uploading else { return }
    connection.uploading = nil
    exchange.body?.fail(.ended)
    connection.abandonExchanges(from: exchange)
    exchange.state = .streamed
  }

  /// Sets the time by which a body must have come further, or by which its request must be answered.
  private func renewDeadline(of exchange: Exchange, on connection: Connection) {
    guard let body = exchange.body else { return }
    exchange.deadline =
      body.isComplete
      ? loop.now &+ times.request
      : body.deadline(began: connection.requestBegan, time: times.request, rate: limits.bodyBytesPerSecond)
  }
}
