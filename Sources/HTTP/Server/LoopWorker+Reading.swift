internal import CLibUV

extension LoopWorker {
  /// Parsers that are kept for later; more than that were needed at one time only.
  private static let spareParsers = 256

  /// Takes bytes that libuv has read into the loop's buffer.
  func received(_ count: Int, on connection: Connection) {
    guard !connection.isClosed else { return }
    if let stream = connection.events { return ignore(count, on: stream) }
    guard case .open = connection.input else { return }
    connection.lastActivity = loop.now
    parse(
      UnsafeBufferPointer(start: loop.readBuffer.baseAddress?.assumingMemoryBound(to: UInt8.self), count: count),
      on: connection)
    // A request that came whole, and by itself, needs nothing more until its handler has answered.
    if connection.exchangeCount == 1, connection.parser == nil, case .running = connection.first?.state {
      arm(connection)
    } else {
      touch(connection)
    }
  }

  /// Parses bytes until they are used up, or as many requests are waiting as may.
  func parse(_ bytes: UnsafeBufferPointer<UInt8>, on connection: Connection) {
    var position = 0
    while position < bytes.count, case .open = connection.input {
      guard hasRoom(connection) else {
        connection.backlog = Array(bytes[position...])
        stopReading(connection)
        return
      }
      let parser = connection.parser ?? beginRequest(on: connection)
      switch parser.consume(bytes, from: &position) {
      case .needsMore: if !parser.hasBegun { release(parser, of: connection) }
      case .awaitsContinue: connection.awaitsContinue = true
      case .bodyBegins(let awaitsContinue):
        connection.awaitsContinue = awaitsContinue
        beginUpload(parser, on: connection)
      case .bodyPiece(let piece, let isLast): deliver(piece, isLast: isLast, parser: parser, on: connection)
      case .refused(let refusal): refuse(connection, refusal, farewell: .unreadInput)
      case .request(let request):
        release(parser, of: connection)
        take(request, from: connection)
      }
    }
  }

  /// Whether more of a client's bytes may be parsed: a body goes on as long as its reader keeps up, and a request begins
  /// when not too many are waiting.
  private func hasRoom(_ connection: Connection) -> Bool {
    if let body = connection.uploading?.body { return !body.isFull }
    return connection.exchangeCount < max(1, limits.pipelinedRequests)
  }

  private func beginRequest(on connection: Connection) -> RequestParser {
    let parser = freeParser ?? newParser()
    if freeParser != nil {
      freeParser = parser.nextFree
      parser.nextFree = nil
      freeParserCount -= 1
    }
    parser.remoteAddress = connection.remoteAddress
    connection.parser = parser
    connection.requestBegan = loop.now
    return parser
  }

  private func newParser() -> RequestParser {
    RequestParser(limits: limits, bodyLimit: configuration.bodyLimit, streamsBody: configuration.streamsBody)
  }

  func release(_ parser: RequestParser, of connection: Connection) {
    connection.parser = nil
    connection.awaitsContinue = false
    guard freeParserCount < Self.spareParsers else { return }
    parser.reset()
    parser.nextFree = freeParser
    freeParser = parser
    freeParserCount += 1
  }

  private func take(_ request: HTTPRequest, from connection: Connection) {
    let isKeepAlive = request.isKeepAlive
    connection.append(
      Exchange(
        state: .waiting(request), deadline: connection.requestBegan &+ times.request,
        isHead: request.method == .head, isHTTP10: request.content.isHTTP10, isSafe: request.method.isSafe,
        farewell: isKeepAlive ? nil : .clean))
    if !isKeepAlive { connection.input = .ignored }
    if connection.exchangeCount == 1 { startHandlers(of: connection) }
  }

  /// Answers a request that is not complete, or is none, in its turn, and lets the connection go after that.
  func refuse(_ connection: Connection, _ refusal: HTTPRefusal, farewell: Farewell) {
    let line = connection.parser?.line ?? .none
    if let parser = connection.parser { release(parser, of: connection) }
    dropUpload(of: connection)
    answer(
      connection, with: refusal, farewell: farewell, isHead: line.method == .head, isHTTP10: line.isHTTP10)
  }

  /// Puts a refusal in the place of the next answer, and lets the connection go after it.
  func answer(
    _ connection: Connection, with refusal: HTTPRefusal, farewell: Farewell, isHead: Bool = false,
    isHTTP10: Bool = false
  ) {
    connection.input = .ignored
    connection.backlog = []
    connection.append(
      Exchange(
        state: .answered(response(to: refusal)), deadline: .max, isHead: isHead, isHTTP10: isHTTP10,
        farewell: farewell))
  }

  /// The answer for a refusal, as the configuration wants it.
  func response(to refusal: HTTPRefusal) -> HTTPResponse {
    var response = configuration.refusalResponse(refusal)
    if case .stream = response.body { response = refusal.problemResponse }
    if let seconds = refusal.retryAfter, response["retry-after"] == nil {
      response.headers.append(("Retry-After", String(seconds)))
    }
    return response
  }

  /// The client has closed its side: it is taken to have gone.
  ///
  /// It cannot be told from one that only has nothing more to send, so what is still answered is sent; but nothing
  /// that takes long is done for it.
  func inputEnded(on connection: Connection) {
    connection.input = .ended
    connection.isReading = false
    connection.uploading?.body?.fail(.incomplete)
    connection.uploading = nil
    if let parser = connection.parser { release(parser, of: connection) }
    guard connection.farewell == nil, connection.first != nil, connection.currentStream == nil else {
      return close(connection)
    }
    for exchange in connection.exchanges { exchange.handler?.cancel() }
    touch(connection)
  }

  /// Lets the bytes in that had to wait until requests were answered.
  func resumeInput(of connection: Connection) {
    guard case .open = connection.input, hasRoom(connection) else { return }
    if !connection.backlog.isEmpty {
      let backlog = connection.backlog
      connection.backlog = []
      backlog.withUnsafeBufferPointer { parse($0, on: connection) }
      touch(connection)
    }
    if connection.backlog.isEmpty, hasRoom(connection) { startReading(connection) }
  }
}
