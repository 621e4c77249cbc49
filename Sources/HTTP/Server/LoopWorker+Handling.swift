extension LoopWorker {
  /// Tasks that are kept although they have nothing to do.
  private static let idleTasks = 256

  /// Starts the handlers of the requests that may be worked on.
  ///
  /// Requests of one connection are handled at the same time only as long as all of them have safe methods; one that
  /// may change something waits for the earlier ones, and later ones wait for it (RFC 9112, 9.3.2).
  func startHandlers(of connection: Connection) {
    var isFirst = true
    var areSafe = true
    for exchange in connection.exchanges {
      switch exchange.state {
      case .answered, .streamed: continue
      case .waiting(let request):
        guard isFirst || (areSafe && exchange.isSafe) else { return }
        start(exchange, request, on: connection)
        if case .answered = exchange.state { continue }
      case .running, .streaming: break
      }
      isFirst = false
      areSafe = areSafe && exchange.isSafe
    }
  }

  private func start(_ exchange: Exchange, _ request: HTTPRequest, on connection: Connection) {
    exchange.state = .running
    let work = HandlerTask.Work(request: request, exchange: exchange, connection: connection)
    if let task = idleTask {
      idleTask = task.nextIdle
      task.nextIdle = nil
      idleTaskCount -= 1
      exchange.handler = task
      task.wake(with: work)
    } else {
      let task = HandlerTask()
      task.work = work
      exchange.handler = task
      task.run(in: Task.immediate(executorPreference: loop) { await self.handleRequests(in: task) })
    }
    if case .ended = connection.input { exchange.handler?.cancel() }
  }

  /// Answers requests as long as there are any for this task.
  private func handleRequests(in task: HandlerTask) async {
    while task.work != nil {
      await handleRequest(in: task)
      guard !Task.isCancelled, idleTaskCount < Self.idleTasks, !hasStopped else { return }
      task.nextIdle = idleTask
      idleTask = task
      idleTaskCount += 1
      await withUnsafeContinuation { task.idle = $0 }
    }
  }

  /// Answers one request.
  ///
  /// It is a function of its own so that a task with nothing to do does not hold on to its last request.
  private func handleRequest(in task: HandlerTask) async {
    guard let work = task.work else { return }
    task.work = nil
    let response = await handler(work.request)
    finish(work.exchange, with: response, on: work.connection)
  }

  /// Lets the tasks end that have nothing to do.
  func endIdleTasks() {
    while let task = idleTask {
      idleTask = task.nextIdle
      task.nextIdle = nil
      task.wake(with: nil)
    }
    idleTaskCount = 0
  }

  private func finish(_ exchange: Exchange, with response: HTTPResponse, on connection: Connection) {
    exchange.handler = nil
    // The time was up, or the connection has gone.
    guard case .running = exchange.state else { return }
    exchange.state = .answered(response)
    abandonUpload(exchange, on: connection)
    // With other requests under way, their answers may be sent with this one.
    if connection.exchangeCount == 1, !connection.isTouched { settle(connection) } else { touch(connection) }
  }

  /// Lets the closure of a stream run; its head has been sent.
  func startStream(
    _ body: @escaping @Sendable (ResponseStream) async -> Void, _ exchange: Exchange, on connection: Connection
  ) {
    guard case .streaming(let stream) = exchange.state else { return }
    let task = Task.immediate(executorPreference: loop) {
      await body(stream)
      self.endStream(exchange, on: connection)
    }
    guard case .streaming = exchange.state else { return }
    exchange.task = task
    if stop != nil { exchange.abandon() }
  }

  /// The stream of an exchange is over, by its own or by force.
  func endStream(_ exchange: Exchange, on connection: Connection) {
    exchange.task = nil
    guard case .streaming(let stream) = exchange.state else { return }
    stream.cancel()
    exchange.state = .streamed
    resumeWriters(of: connection)
    touch(connection)
  }

  /// Appends a piece to a stream, and waits while too much is waiting to be sent.
  func write(_ bytes: [UInt8], to stream: ResponseStream) async throws(ResponseStreamError) {
    var connection = try current(stream)
    guard !bytes.isEmpty else { return }
    connection.post(bytes)
    touch(connection)
    while connection.outboxCount + connection.unsent >= limits.streamBufferBytes {
      await withCheckedContinuation { connection.writers = connection.writers + [$0] }
      connection = try current(stream)
    }
  }

  /// The connection of a stream that can still be written to.
  private func current(_ stream: ResponseStream) throws(ResponseStreamError) -> Connection {
    guard let connection = connections[stream.place], connection.serial == stream.serial, !connection.isClosed else {
      throw .clientGone
    }
    guard connection.currentStream === stream else { throw .ended }
    return connection
  }

  /// Lets the writers of a stream look whether there is room again.
  func resumeWriters(of connection: Connection) {
    guard !connection.writers.isEmpty else { return }
    let writers = connection.writers
    connection.writers = []
    for writer in writers { writer.resume() }
  }
}
