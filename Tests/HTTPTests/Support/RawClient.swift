import SerinLock

@testable import HTTP

/// A client that sends what it is told, byte by byte, and shows what it gets.
///
/// Its calls block threads of their own, so that waiting tests do not keep each other from running.
final class RawClient: Sendable {
  private let socket: RawSocket
  private let buffer = Lock<[UInt8]>([])
  private let isClosed = Lock(false)
  private let patience: Duration

  /// Connects to a server.
  ///
  /// - Parameter receiveBuffer: The bytes that the system takes in for it; nil leaves that to the system.
  init(
    _ address: SocketAddress, from source: String? = nil, receiveBuffer: Int32? = nil,
    patience: Duration = .seconds(240)
  ) throws {
    socket = try RawSocket(to: address, from: source, receiveBuffer: receiveBuffer)
    self.patience = patience
  }

  deinit { close() }

  /// Sends a text.
  func send(_ text: String) async throws { try await send(Array(text.utf8)) }

  /// Sends bytes.
  func send(_ bytes: [UInt8]) async throws {
    let (socket, deadline) = (socket, ContinuousClock.now + patience)
    try await offPool { try socket.send(bytes, until: deadline) }
  }

  /// Reads one reply.
  ///
  /// - Parameter toHead: Whether it answers HEAD, and so has no body.
  func reply(toHead: Bool = false) async throws -> Reply {
    let (socket, buffer, deadline) = (socket, buffer, ContinuousClock.now + patience)
    return try await offPool {
      while true {
        let bytes = buffer.withLock { $0 }
        if let (reply, count) = try Reply.parse(bytes, toHead: toHead, isAtEnd: false) {
          buffer.withLock { $0.removeFirst(count) }
          return reply
        }
        let more = try socket.receive(until: deadline)
        if more.isEmpty {
          guard let (reply, _) = try Reply.parse(bytes, toHead: toHead, isAtEnd: true) else {
            throw Reply.Failure.ended
          }
          buffer.withLock { $0 = [] }
          return reply
        }
        buffer.withLock { $0 += more }
      }
    }
  }

  /// Reads until a text has come, and gives everything up to its end.
  func text(through end: String) async throws -> String {
    let (socket, buffer, deadline) = (socket, buffer, ContinuousClock.now + patience)
    return try await offPool {
      while true {
        let text = String(decoding: buffer.withLock { $0 }, as: UTF8.self)
        if let range = text.firstRange(of: end) {
          let found = text[..<range.upperBound]
          buffer.withLock { $0.removeFirst(found.utf8.count) }
          return String(found)
        }
        let more = try socket.receive(until: deadline)
        guard !more.isEmpty else { throw Reply.Failure.ended }
        buffer.withLock { $0 += more }
      }
    }
  }

  /// Reads a number of bytes.
  func read(_ count: Int) async throws -> [UInt8] {
    let (socket, buffer, deadline) = (socket, buffer, ContinuousClock.now + patience)
    return try await offPool {
      while buffer.withLock({ $0.count }) < count {
        let more = try socket.receive(until: deadline)
        guard !more.isEmpty else { throw Reply.Failure.ended }
        buffer.withLock { $0 += more }
      }
      return buffer.withLock { bytes in
        defer { bytes.removeFirst(count) }
        return Array(bytes.prefix(count))
      }
    }
  }

  /// Reads until the server closes, and gives what came.
  ///
  /// A reset is an error.
  func rest() async throws -> [UInt8] {
    let (socket, buffer, deadline) = (socket, buffer, ContinuousClock.now + patience)
    return try await offPool {
      while true {
        let more = try socket.receive(until: deadline)
        if more.isEmpty { return buffer.withLock { $0 } }
        buffer.withLock { $0 += more }
      }
    }
  }

  /// Sends a text, reads to the end with pauses after the first pieces, and says how many bytes there were.
  func countSlowly(after text: String, pieces: Int, of size: Int, pause: UInt32) async throws -> Int {
    let (socket, deadline) = (socket, ContinuousClock.now + patience)
    return try await offPool {
      try socket.send(Array(text.utf8), until: deadline)
      var (count, pauses) = (0, 0)
      while true {
        if pauses < pieces, count >= size * (pauses + 1) {
          pauses += 1
          Pause.milliseconds(pause)
        }
        let more = try socket.receive(until: deadline)
        guard !more.isEmpty else { return count }
        count += more.count
      }
    }
  }

  /// Waits until the connection is no more, whether closed or reset.
  func waitForEnd() async throws {
    do { _ = try await rest() } catch RawSocket.Failure.reset {}
  }

  /// Reads all replies until the server closes.
  func replies() async throws -> [Reply] {
    var bytes = try await rest()
    var replies: [Reply] = []
    while !bytes.isEmpty {
      guard let (reply, count) = try Reply.parse(bytes, toHead: false, isAtEnd: true) else { throw Reply.Failure.ended }
      replies.append(reply)
      bytes.removeFirst(count)
    }
    return replies
  }

  /// Says that nothing more will be sent.
  func closeWriting() { socket.shutWriting() }

  /// Closes the connection.
  func close() {
    let isFirst = isClosed.withLock { closed in
      defer { closed = true }
      return !closed
    }
    if isFirst { socket.shut() }
  }

  /// Resets the connection.
  func reset() {
    socket.makeClosingAReset()
    close()
  }
}

/// Runs a closure on a thread of its own.
func offPool<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detach { continuation.resume(with: Swift.Result { try body() }) }
  }
}
