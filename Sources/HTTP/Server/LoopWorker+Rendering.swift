extension LoopWorker {
  /// A body from this size on is handed to the socket where it lies instead of being copied behind its head.
  private static let copyLimit = 16 * 1024

  /// What follows the bytes in the buffer for answers.
  enum Continuation {
    case nothing
    /// A large body.
    case body([UInt8])
    /// The body of the last answer is a stream that begins.
    case stream(@Sendable (ResponseStream) async -> Void)
    /// The connection becomes an event stream, whose first bytes these are.
    case events(EventStream, first: EventMessage?)
  }

  /// Appends what can be sent of an exchange; true when that is all of it.
  func render(_ exchange: Exchange, of connection: Connection, continuation: inout Continuation) -> Bool {
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
    let hasBody = response.hasBody && !exchange.isHead
    // That a head cannot be sent is found out before anything is entered for it.
    if hasBody, case .events(let subscription) = response.body, isSendable(response, exchange) {
      switch open(subscription, isChunked: !exchange.isHTTP10, on: connection) {
      case .answer(let answer):
        return render(answer.readable(like: response), exchange, of: connection, continuation: &continuation)
      case .refused(let refusal):
        exchange.farewell = exchange.farewell ?? .clean
        let answer = self.response(to: refusal).readable(like: response)
        return render(answer, exchange, of: connection, continuation: &continuation)
      case .stream(let stream, let first):
        exchange.farewell = exchange.farewell ?? .clean
        continuation = .events(stream, first: first)
      }
    }
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
    guard hasBody else { return true }
    switch response.body {
    case .bytes(let bytes):
      if bytes.count <= Self.copyLimit { output.append(bytes) } else { continuation = .body(bytes) }
      return true
    case .stream(let body):
      exchange.state = .streaming(
        ResponseStream(worker: self, place: connection.place, serial: connection.serial))
      continuation = .stream(body)
      return false
    case .events:
      guard case .events(let stream, let first) = continuation else { return true }
      if let first { output.append(first.slice(isChunked: stream.isChunked).bytes) }
      return false
    }
  }

  /// Whether an answer for a refusal, or one that must not fail later, has a head that can be sent.
  private func isSendable(_ response: HTTPResponse, _ exchange: Exchange) -> Bool {
    var head = ResponseHead(response, exchange)
    return (try? head.render(response, date: [], into: OutputBuffer())) != nil
  }
}
