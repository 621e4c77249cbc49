internal import CLibUV

extension LoopWorker {
  /// A body from this size on is handed to the socket where it lies instead of being copied behind its head.
  private static let copyLimit = 16 * 1024
  /// The buffer for answers is given back when it grew beyond this.
  private static let outputLimit = 256 * 1024

  /// What follows the bytes in the buffer for answers.
  private enum Continuation {
    case nothing
    /// A large body.
    case body([UInt8])
    /// The body of the last answer is a stream that begins.
    case stream(@Sendable (ResponseStream) async -> Void)
  }

  /// Brings a connection up to date: starts handlers, sends what can be sent, lets go what is over, and sets the next
  /// deadline.
  func settle(_ connection: Connection) {
    guard !connection.isClosed else { return }
    startHandlers(of: connection)
    while connection.unsent == 0, !connection.isClosed, sendAnswers(of: connection) {}
    guard !connection.isClosed else { return }
    if connection.outbox.isEmpty, connection.unsent == 0 { resumeWriters(of: connection) }
    resumeInput(of: connection)
    if connection.farewell == nil, connection.first == nil, connection.input == .ended {
      connection.farewell = .clean
    }
    if connection.farewell != nil, connection.unsent == 0 { linger(connection) }
    arm(connection)
  }

  /// Renders and sends the answers that are ready; true when there may be more to send at once.
  private func sendAnswers(of connection: Connection) -> Bool {
    guard connection.farewell == nil else { return false }
    output.removeAll(keepingAtMost: Self.outputLimit)
    var continuation = Continuation.nothing
    while case .nothing = continuation, connection.farewell == nil, let exchange = connection.first,
      render(exchange, of: connection, continuation: &continuation)
    {
      connection.removeFirst()
      connection.farewell = exchange.farewell
      connection.lastActivity = loop.now
    }
    if connection.farewell != nil { ignoreTheRest(of: connection) }
    if isContinueDue(on: connection) {
      connection.awaitsContinue = false
      output.append("HTTP/1.1 100 Continue\r\n\r\n")
    }
    guard output.count > 0 else { return false }
    switch continuation {
    case .nothing: send(output, [], on: connection)
    case .body(let body): send(output, body, on: connection)
    case .stream(let body):
      send(output, [], on: connection)
      if let exchange = connection.first { startStream(body, exchange, on: connection) }
    }
    return true
  }

  /// There will be no further answers.
  private func ignoreTheRest(of connection: Connection) {
    if let first = connection.first { connection.abandonExchanges(from: first) }
    if connection.input == .open { connection.input = .ignored }
  }

  /// Appends what can be sent of an exchange; true when that is all of it.
  private func render(_ exchange: Exchange, of connection: Connection, continuation: inout Continuation) -> Bool {
    switch exchange.state {
    case .waiting, .running: return false
    case .answered(let response): return render(response, exchange, of: connection, continuation: &continuation)
    case .streaming, .streamed:
      for piece in connection.outbox {
        if exchange.isHTTP10 { output.append(piece) } else { output.append(chunk: piece) }
      }
      connection.outbox = []
      connection.outboxCount = 0
      guard case .streamed = exchange.state else { return false }
      if !exchange.isHTTP10 { output.append("0\r\n\r\n") }
      return true
    }
  }

  private func render(
    _ response: HTTPResponse, _ exchange: Exchange, of connection: Connection, continuation: inout Continuation
  ) -> Bool {
    if exchange.farewell == nil, isLast(exchange, of: connection) { exchange.farewell = .clean }
    if exchange.isHTTP10, case .stream = response.body { exchange.farewell = .clean }
    date.refresh(now: loop.now)
    let start = output.count
    do throws(HTTPRefusal) {
      var head = ResponseHead(response, exchange)
      try head.render(response, date: date.line, into: output)
      if case .close = head.persistence, exchange.farewell == nil { exchange.farewell = .clean }
    } catch {
      output.truncate(to: start)
      let substitute = self.response(to: error)
      let answer = isSendable(substitute, exchange) ? substitute : error.problemResponse
      return render(answer, exchange, of: connection, continuation: &continuation)
    }
    guard !exchange.isHead, response.hasBody else { return true }
    switch response.body {
    case .bytes(let bytes):
      if bytes.count <= Self.copyLimit { output.append(bytes) } else { continuation = .body(bytes) }
      return true
    case .stream(let body):
      exchange.state = .streaming(
        ResponseStream(worker: self, place: connection.place, serial: connection.serial))
      continuation = .stream(body)
      return false
    }
  }

  /// Whether an answer for a refusal, which comes from outside as well, has a head that can be sent.
  private func isSendable(_ response: HTTPResponse, _ exchange: Exchange) -> Bool {
    var head = ResponseHead(response, exchange)
    return (try? head.render(response, date: [], into: OutputBuffer())) != nil
  }
}
