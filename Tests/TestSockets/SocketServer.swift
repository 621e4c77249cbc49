package import Foundation
import SerinLock

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A small HTTP server on a real socket: one thread, one request a connection.
package final class SocketServer: Sendable {
  /// A request as it came over the wire.
  package struct Request: Sendable {
    package let line: String
    package let headers: [String: String]
    package let body: String
  }

  /// What the server does with a request: the bytes to send, or nil to send nothing and keep the connection open.
  package typealias Handler = @Sendable (_ request: Request, _ index: Int) -> [UInt8]?

  package let port: UInt16
  private let listener: Int32
  private let received = Lock<[Request]>([])
  /// The connections that were left open, by the number of their request.
  private let silent = Lock<[Int: Int32]>([:])

  package var requests: [Request] { received.withLock { $0 } }

  package func url(_ path: String = "", host: String = "127.0.0.1") -> URL {
    URL(string: "http://\(host):\(port)\(path)")!
  }

  package init(_ handler: @escaping Handler) throws {
    (listener, port) = try Sockets.listen()
    let descriptor = listener
    let serve = { @Sendable [received, silent] in
      while true {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0 else {
          // Here and not in `deinit`: another socket could get the number before this thread asks for it again.
          close(descriptor)
          return
        }
        guard let request = Self.read(connection) else {
          close(connection)
          continue
        }
        let index = received.withLock { $0.count }
        if let response = handler(request, index) {
          received.withLock { $0.append(request) }
          Sockets.send(response, to: connection)
          close(connection)
        } else {
          silent.withLock { $0[index] = connection }
          received.withLock { $0.append(request) }
        }
      }
    }
    Thread(block: serve).start()
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    silent.withLock { $0 }.values.forEach { close($0) }
  }

  /// Sends bytes on a connection that was left open.
  ///
  /// - Parameter index: The number of its request, counted from 0.
  /// - Returns: Whether the client was still there.
  @discardableResult
  package func push(_ bytes: some Collection<UInt8>, to index: Int) -> Bool {
    silent.withLock { $0[index] }.map { Sockets.send(bytes, to: $0) } ?? false
  }

  /// Closes a connection that was left open.
  package func hangUp(_ index: Int) {
    silent.withLock { $0.removeValue(forKey: index) }.map { _ = close($0) }
  }

  /// Whether the client has closed a connection that was left open.
  package func isHungUp(_ index: Int) -> Bool {
    silent.withLock { $0[index] }.map(Sockets.isClosedByPeer) ?? true
  }

  private static func read(_ connection: Int32) -> Request? {
    var bytes: [UInt8] = []
    while true {
      if let request = parse(bytes) { return request }
      let more = Sockets.receive(connection)
      guard !more.isEmpty else { return nil }
      bytes += more
    }
  }

  private static func parse(_ bytes: [UInt8]) -> Request? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.range(of: "\r\n\r\n") else { return nil }
    let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    let body = String(text[end.upperBound...])
    guard body.utf8.count >= Int(headers["content-length"] ?? "0") ?? 0 else { return nil }
    return Request(line: lines[0], headers: headers, body: body)
  }

  /// An HTTP answer as bytes.
  package static func response(_ status: String, headers: [String: String] = [:], body: [UInt8] = []) -> [UInt8] {
    var head = "HTTP/1.1 \(status)\r\nConnection: close\r\n"
    if !status.hasPrefix("304") { head += "Content-Length: \(body.count)\r\n" }
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    return Array((head + "\r\n").utf8) + body
  }

  /// The head of an event stream, which goes on until the connection is closed or a chunk of no length comes.
  package static let eventStreamHead = Array(
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)

  /// A part of an event stream, in one chunk; an empty one is the end.
  package static func chunk(_ text: String) -> [UInt8] {
    Array("\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n".utf8)
  }
}
