internal import CLibUV

extension LoopWorker {
  /// A body from this size on is handed to the socket where it lies instead of being copied behind its head.
  private static let copyLimit = 16 * 1024
  /// The buffer for answers is given back when it grew beyond this.
  private static let outputLimit = 256 * 1024

  /// What is sent at one time.
  private struct Batch {
    var bytes: [UInt8]
    /// A large body that follows the bytes.
    var body: [UInt8] = []
    /// How many exchanges are over with it.
    var finished = 0
    /// What writes the body of the last answer, when that is a stream that begins.
    var stream: (@Sendable (ResponseStream) async -> Void)?
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
    if connection.farewell == nil, connection.exchanges.isEmpty, connection.input == .ended {
      connection.farewell = .clean
    }
    if connection.farewell != nil, connection.unsent == 0 { linger(connection) }
    arm(connection)
  }

  /// Renders and sends the answers that are ready; true when there may be more to send at once.
  private func sendAnswers(of connection: Connection) -> Bool {
    guard connection.farewell == nil else { return false }
    var batch = Batch(bytes: output)
    output = []
    batch.bytes.removeAll(keepingCapacity: true)
    for exchange in connection.exchanges {
      guard render(exchange, of: connection, into: &batch) else { break }
      batch.finished += 1
      connection.farewell = exchange.farewell
      if connection.farewell != nil || !batch.body.isEmpty { break }
    }
    if batch.finished > 0 { remove(batch.finished, from: connection) }
    if connection.awaitsContinue, connection.exchanges.isEmpty, connection.farewell == nil {
      connection.awaitsContinue = false
      batch.bytes.append("HTTP/1.1 100 Continue\r\n\r\n")
    }
    let hasOutput = !batch.bytes.isEmpty
    if hasOutput { send(batch.bytes, batch.body, on: connection) }
    if batch.bytes.capacity <= Self.outputLimit { output = batch.bytes }
    if let body = batch.stream, let exchange = connection.exchanges.first {
      startStream(body, exchange, on: connection)
    }
    return hasOutput
  }

  private func remove(_ count: Int, from connection: Connection) {
    connection.lastActivity = loop.now
    guard connection.farewell != nil else {
      connection.exchanges.removeFirst(count)
      return
    }
    for exchange in connection.exchanges.dropFirst(count) { exchange.abandon() }
    connection.exchanges = []
    if connection.input == .open { connection.input = .ignored }
  }

  /// Appends what can be sent of an exchange; true when that is all of it.
  private func render(_ exchange: Exchange, of connection: Connection, into batch: inout Batch) -> Bool {
    switch exchange.state {
    case .waiting, .running: return false
    case .answered(let response): return render(response, exchange, of: connection, into: &batch)
    case .streaming, .streamed:
      batch.bytes.append(contentsOf: connection.outbox)
      connection.outbox = []
      guard case .streamed = exchange.state else { return false }
      if !exchange.isHTTP10 { batch.bytes.append("0\r\n\r\n") }
      return true
    }
  }

  private func render(
    _ response: HTTPResponse, _ exchange: Exchange, of connection: Connection, into batch: inout Batch
  ) -> Bool {
    if exchange.farewell == nil, isLast(exchange, of: connection) { exchange.farewell = .clean }
    if exchange.isHTTP10, case .stream = response.body { exchange.farewell = .clean }
    date.refresh(now: loop.now)
    let start = batch.bytes.count
    do throws(HTTPRefusal) {
      var head = ResponseHead(response, exchange)
      try head.render(response, date: date.line, into: &batch.bytes)
      if case .close = head.persistence, exchange.farewell == nil { exchange.farewell = .clean }
    } catch {
      batch.bytes.removeSubrange(start...)
      let substitute = self.response(to: error)
      let answer = isSendable(substitute, exchange) ? substitute : error.problemResponse
      return render(answer, exchange, of: connection, into: &batch)
    }
    guard !exchange.isHead, response.hasBody else { return true }
    switch response.body {
    case .bytes(let bytes):
      if bytes.count <= Self.copyLimit { batch.bytes.append(contentsOf: bytes) } else { batch.body = bytes }
      return true
    case .stream(let body):
      exchange.state = .streaming(
        ResponseStream(worker: self, place: connection.place, serial: connection.serial))
      batch.stream = body
      return false
    }
  }

  /// Whether an answer for a refusal, which comes from outside as well, has a head that can be sent.
  private func isSendable(_ response: HTTPResponse, _ exchange: Exchange) -> Bool {
    var bytes: [UInt8] = []
    var head = ResponseHead(response, exchange)
    return (try? head.render(response, date: [], into: &bytes)) != nil
  }
}
