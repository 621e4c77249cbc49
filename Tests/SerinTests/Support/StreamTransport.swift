import Foundation
import Serin
import SerinLock

/// A server whose answers are scripted and whose streams the test speaks on by hand.
final class StreamTransport: FlagTransport {
  /// One connection to the stream.
  final class Connection: Sendable {
    let request: FlagRequest
    private let continuation: AsyncThrowingStream<String, any Error>.Continuation
    private let isEnded = Lock(false)

    fileprivate init(
      _ request: FlagRequest, _ continuation: AsyncThrowingStream<String, any Error>.Continuation
    ) {
      self.request = request
      self.continuation = continuation
      continuation.onTermination = { [isEnded] _ in isEnded.withLock { $0 = true } }
    }

    /// Whether either side has closed it.
    var isClosed: Bool { isEnded.withLock { $0 } }

    /// Accepts, as the transport of the system does before the first line.
    func open() { send("") }

    func send(_ lines: String...) { lines.forEach { continuation.yield($0) } }

    /// Announces a change.
    func change(epoch: Int = 1, _ revision: Int, spread: Double? = 0, urgent: Bool = false) {
      var data = #"{"epoch":\#(epoch),"revision":\#(revision),"digest":"9f","urgent":\#(urgent)"#
      if let spread { data += #","spread":\#(spread)"# }
      send("event: changed", "id: \(epoch)-\(revision)", "data: \(data)}", "")
    }

    func heartbeat() { send(":", "") }

    func end() { continuation.finish() }

    func fail(_ error: any Error = URLError(.networkConnectionLost)) { continuation.finish(throwing: error) }

    func refuse(_ status: Int, headers: [String: String] = [:]) {
      fail(FlagStreamError.refused(FlagResponse(status: status, headers: headers)))
    }
  }

  private let answers: ScriptedTransport
  private let opened = Lock<[Connection]>([])
  /// What happens to a connection before anybody else sees it.
  private let onOpen: @Sendable (_ connection: Connection, _ index: Int) -> Void

  init(
    _ script: @escaping ScriptedTransport.Script = { _, _ in .answer() },
    onOpen: @escaping @Sendable (_ connection: Connection, _ index: Int) -> Void = { _, _ in }
  ) {
    answers = ScriptedTransport(script)
    self.onOpen = onOpen
  }

  /// The requests for flags.
  var requests: [FlagRequest] { answers.requests }
  /// Every connection so far.
  var connections: [Connection] { opened.withLock { $0 } }
  /// How many connections are open.
  var openCount: Int { connections.count { !$0.isClosed } }

  func answer(_ script: @escaping ScriptedTransport.Script) { answers.answer(script) }

  func answer(_ response: FlagResponse) { answers.answer(response) }

  func send(_ request: FlagRequest) async throws -> FlagResponse { try await answers.send(request) }

  func lines(_ request: FlagRequest) -> AsyncThrowingStream<String, any Error> {
    let (lines, continuation) = AsyncThrowingStream.makeStream(of: String.self)
    let connection = Connection(request, continuation)
    let index = opened.withLock { connections in
      connections.append(connection)
      return connections.count - 1
    }
    onOpen(connection, index)
    return lines
  }

  /// The connection of that number, counted from 0, once it is there.
  func connection(_ index: Int) async throws -> Connection {
    try await eventually("connection \(index)") { self.connections.count > index ? self.connections[index] : nil }
  }
}
