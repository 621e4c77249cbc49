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

  /// The part of the connections that may be event streams; the rest is left to requests.
  private static let partOfStreams = (numerator: 4, denominator: 5)

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
    census = ConnectionCensus(
      limit: min(configuration.limits.connections, System.connectionLimit),
      limitPerSource: configuration.limits.connectionsPerSource)
    configuration.eventStreams?.census.lowerLimit(
      to: census.limit * Self.partOfStreams.numerator / Self.partOfStreams.denominator)
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
    var loops: [EventLoop] = []
    var sockets: [[ListeningSocket]] = []
    do throws(HTTPServerError) {
      for _ in 0..<max(1, configuration.loops) { loops.append(try EventLoop()) }
      for address in configuration.addresses {
        sockets.append(contentsOf: try ListeningSocket.open(address, loops: loops.count))
      }
    } catch {
      for loop in loops { loop.discard() }
      for socket in sockets.joined() { socket.close() }
      state.withLock { $0 = .ready }
      throw error
    }
    System.ignoreBrokenPipes()
    let workers = loops.map {
      LoopWorker(loop: $0, configuration: configuration, census: census, handler: handler)
    }
    for (index, worker) in workers.enumerated() {
      configuration.eventStreams?.attach(worker)
      worker.start(listening: sockets.map { $0[index] })
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
  /// Event streams are closed one after the other, so that their clients do not turn to the other servers together, and
  /// get what is broadcast until then. New ones are refused.
  ///
  /// - Parameters:
  ///   - gracePeriod: Seconds until the rest is cut.
  ///   - streamTime: Seconds over which event streams are closed, at most four fifths of the grace period.
  public func stop(gracePeriod: Double, closingStreamsOver streamTime: Double = 0) async {
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
        group.addTask {
          await worker.stop(
            gracePeriod: UV.milliseconds(gracePeriod), closingStreamsOver: UV.milliseconds(streamTime))
        }
      }
    }
    state.withLock { $0 = .stopped }
  }
}
