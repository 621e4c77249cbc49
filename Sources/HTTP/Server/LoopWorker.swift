internal import CLibUV

/// What a server does on one of its loops: it owns the listeners and the connections there.
///
/// The actor runs on the loop. libuv's callbacks enter it through ``turn(_:)``, handlers run as tasks on the loop, and
/// what they produced is sent at the end of the turn: one write for all answers that a connection has by then.
actor LoopWorker {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  let configuration: HTTPServerConfiguration
  var limits: HTTPLimits { configuration.limits }
  let handler: HTTPHandler
  let census: ConnectionCensus
  let times: Times
  /// The registry of event streams, if there are any.
  let events: EventStreams?
  let schedule: EventStreamSchedule
  /// What other threads want to be done with the event streams.
  nonisolated let mailbox = EventMailbox()
  var eventTable = EventStreamTable()

  var connections = ConnectionTable()
  var listeners: [UnsafeMutablePointer<uv_tcp_t>] = []
  /// Connections beyond the limit that are being told so.
  var refusedConnections = 0
  /// The first of the connections to look at in the end of the turn; the others hang on it.
  var touched: Connection?
  /// The first of the parsers that are not in use; the others hang on it.
  var freeParser: RequestParser?
  var freeParserCount = 0
  /// The first of the tasks that have nothing to do; the others hang on it.
  var idleTask: HandlerTask?
  var idleTaskCount = 0

  var deadlines = DeadlineHeap()
  /// When the timer is due.
  var timerDue = UInt64.max
  let date = DateHeader()
  /// The buffer that answers are rendered into.
  let output = OutputBuffer()

  var stop: Stop?
  /// Callers of ``stop(gracePeriod:)`` that wait for the last connection.
  var stopWaiters: [CheckedContinuation<Void, Never>] = []
  var hasStopped = false

  init(
    loop: EventLoop, configuration: HTTPServerConfiguration, census: ConnectionCensus, handler: @escaping HTTPHandler
  ) {
    self.loop = loop
    self.configuration = configuration
    self.census = census
    self.handler = handler
    times = Times(configuration.limits)
    events = configuration.eventStreams
    schedule = EventStreamSchedule(configuration.eventStreams?.configuration ?? EventStreamConfiguration())
  }

  /// The limits of time in the loop's milliseconds.
  struct Times: Sendable {
    let header: UInt64
    let request: UInt64
    let idle: UInt64
    let write: UInt64
    let linger: UInt64
    /// The shortest of those that begin while a connection is in use.
    let shortest: UInt64

    init(_ limits: HTTPLimits) {
      header = UV.milliseconds(limits.headerTimeout)
      request = UV.milliseconds(limits.requestTimeout)
      idle = UV.milliseconds(limits.idleTimeout)
      write = UV.milliseconds(limits.writeTimeout)
      linger = UV.milliseconds(limits.lingerTimeout)
      shortest = min(header, request, idle, write)
    }
  }

  /// Enters the actor from a callback of its own loop, and finishes the turn.
  nonisolated func turn(_ body: @Sendable (isolated LoopWorker) -> Void) {
    assumeIsolated { worker in
      body(worker)
      worker.finishTurn()
    }
    loop.endTurn()
  }

  /// Remembers to look at a connection in the end of the turn.
  func touch(_ connection: Connection) {
    guard !connection.isTouched, !connection.isClosed else { return }
    connection.isTouched = true
    connection.nextTouched = touched
    touched = connection
    loop.local.pointee.needsHook = true
  }

  /// Looks at the connections that something happened to.
  func finishTurn() {
    while let connection = touched {
      touched = connection.nextTouched
      connection.nextTouched = nil
      connection.isTouched = false
      settle(connection)
    }
    loop.local.pointee.needsHook = false
  }
}
