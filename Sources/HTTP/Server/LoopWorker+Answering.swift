internal import CLibUV

extension LoopWorker {
  /// The buffer for answers is given back when it grew beyond this.
  private static let outputLimit = 256 * 1024

  /// Brings a connection up to date: starts handlers, sends what can be sent, lets go what is over, and sets the next
  /// deadline.
  func settle(_ connection: Connection) {
    guard !connection.isClosed else { return }
    if connection.events == nil {
      startHandlers(of: connection)
      while connection.unsent == 0, !connection.isClosed, sendAnswers(of: connection) {}
      guard !connection.isClosed else { return }
    }
    if let stream = connection.events { return settle(stream) }
    if connection.outbox.isEmpty, connection.unsent == 0 { resumeWriters(of: connection) }
    resumeInput(of: connection)
    if connection.farewell == nil, connection.first == nil, connection.input == .ended {
      connection.farewell = .clean
    }
    if connection.farewell != nil, connection.unsent == 0 { linger(connection) }
    watchPeer(of: connection)
    arm(connection)
  }

  /// Renders and sends the answers that are ready; true when there may be more to send at once.
  private func sendAnswers(of connection: Connection) -> Bool {
    guard connection.farewell == nil, connection.events == nil else { return false }
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
    case .events(let stream, _):
      send(output, [], on: connection)
      if !connection.isClosed { becomeStream(stream) }
    }
    return true
  }

  /// There will be no further answers.
  private func ignoreTheRest(of connection: Connection) {
    if let first = connection.first { connection.abandonExchanges(from: first) }
    if connection.input == .open { connection.input = .ignored }
  }
}
