internal import CLibUV
internal import SerinLock
internal import Synchronization

/// An HTTP/1.1 server: it listens, reads requests within its limits, and has a function answer them.
///
/// ```swift
/// let server = HTTPServer(configuration: HTTPServerConfiguration()) { request in
///   HTTPResponse(status: 200, text: "You asked for \(request.path)")
/// }
/// try server.start()
/// ```
///
/// A server that was started goes on until ``stop(gracePeriod:)``, whether or not somebody holds a reference to it.
public final class HTTPServer: Sendable {
  private enum State: Sendable {
    case ready
    case running(workers: [LoopWorker], addresses: [SocketAddress])
    case stopped
  }

  /// Files that are not connections: the store's, the log, the loops' own.
  private static let reservedFiles = 64

  private let configuration: HTTPServerConfiguration
  private let handler: HTTPHandler
  private let census: ConnectionCensus
  private let state = Lock(State.ready)
  private let draining = Atomic(false)

  /// Creates a server that does not listen yet.
  ///
  /// - Parameters:
  ///   - configuration: Addresses, loops and limits.
  ///   - handler: What answers the requests.
  public init(configuration: HTTPServerConfiguration, handler: @escaping HTTPHandler) {
    self.configuration = configuration
    self.handler = handler
    let files = max(1, System.openFileLimit - Self.reservedFiles)
    census = ConnectionCensus(
      limit: min(configuration.limits.connections, files), limitPerSource: configuration.limits.connectionsPerSource)
  }

  /// Listens on all addresses and begins to answer.
  ///
  /// Either every address is listened on when this returns, or none is. From now on SIGPIPE is ignored in the whole
  /// process: writing to a connection that has gone must fail and not end the process.
  ///
  /// - Throws: The first address that could not be used, and why.
  public func start() throws(HTTPServerError) {
    let isFresh = state.withLock { state -> Bool in
      guard case .ready = state else { return false }
      state = .running(workers: [], addresses: [])
      return true
    }
    guard isFresh else { throw HTTPServerError(address: nil, reason: .alreadyStarted) }
    let loops = max(1, configuration.loops)
    var sockets: [[ListeningSocket]] = []
    do throws(HTTPServerError) {
      for address in configuration.addresses {
        sockets.append(contentsOf: try ListeningSocket.open(address, loops: loops))
      }
    } catch {
      for socket in sockets.joined() { socket.close() }
      state.withLock { $0 = .ready }
      throw error
    }
    System.ignoreBrokenPipes()
    var workers: [LoopWorker] = []
    for index in 0..<loops {
      let worker = LoopWorker(
        loop: EventLoop(), configuration: configuration, census: census, handler: handler)
      worker.start(listening: sockets.map { $0[index] })
      workers.append(worker)
    }
    let addresses = sockets.compactMap(\.first?.address)
    state.withLock { $0 = .running(workers: workers, addresses: addresses) }
  }

  /// The addresses that are listened on, with their actual ports; empty before ``start()`` and after the stop.
  public var addresses: [SocketAddress] {
    state.withLock { state -> [SocketAddress] in
      guard case .running(_, let addresses) = state else { return [] }
      return addresses
    }
  }

  /// Whether ``stop(gracePeriod:)`` was called.
  public var isDraining: Bool { draining.load(ordering: .relaxed) }

  /// The number of open connections, without those that are one too many and are being told so.
  public var connectionCount: Int { census.admitted }

  /// Connections in memory, for tests.
  package var connectionObjectCount: Int { census.objectCount }

  /// Stops: nothing new is accepted, and what was begun is brought to its end.
  ///
  /// Connections without a request are closed, after a moment for requests that are on their way. Requests that have
  /// begun to arrive are answered, the last of each connection with `Connection: close`. The tasks of streams are
  /// cancelled, and a stream gets its final chunk when its closure returns, after a second at the latest. What is left
  /// after the grace period is cut. A second call waits for the same end, and can only bring it nearer.
  ///
  /// - Parameter gracePeriod: Seconds until the rest is cut.
  public func stop(gracePeriod: Double) async {
    draining.store(true, ordering: .relaxed)
    let workers = state.withLock { state -> [LoopWorker] in
      guard case .running(let workers, _) = state else {
        state = .stopped
        return []
      }
      return workers
    }
    await withTaskGroup(of: Void.self) { group in
      for worker in workers {
        group.addTask { await worker.stop(gracePeriod: UV.milliseconds(gracePeriod)) }
      }
    }
    state.withLock { $0 = .stopped }
  }
}
