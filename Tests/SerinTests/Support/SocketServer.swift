import Foundation
import Serin
import SerinLock

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A small HTTP server on a real socket: one thread, one request a connection.
final class SocketServer: Sendable {
  /// A request as it came over the wire.
  struct Request: Sendable {
    let line: String
    let headers: [String: String]
    let body: String
  }

  /// What the server does with a request: the bytes to send, or nil to send nothing and keep the connection open.
  typealias Handler = @Sendable (_ request: Request, _ index: Int) -> [UInt8]?

  let port: UInt16
  private let listener: Int32
  private let received = Lock<[Request]>([])
  private let silent = Lock<[Int32]>([])

  var requests: [Request] { received.withLock { $0 } }

  func url(_ path: String = "", host: String = "127.0.0.1") -> URL {
    URL(string: "http://\(host):\(port)\(path)")!
  }

  init(_ handler: @escaping Handler) throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = listener
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
        bind(descriptor, raw, length) == 0 && listen(descriptor, 16) == 0 && getsockname(descriptor, raw, &length) == 0
      }
    }
    guard isBound else { throw NeverHappened(description: "a listening socket, errno \(errno)") }
    port = UInt16(bigEndian: address.sin_port)
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
        let index = received.withLock { requests in
          requests.append(request)
          return requests.count - 1
        }
        if let response = handler(request, index) {
          Self.write(response, to: connection)
          close(connection)
        } else {
          silent.withLock { $0.append(connection) }
        }
      }
    }
    Thread(block: serve).start()
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    silent.withLock { $0 }.forEach { close($0) }
  }

  private static func read(_ connection: Int32) -> Request? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      if let request = parse(bytes) { return request }
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      bytes += buffer[..<count]
    }
  }

  private static func parse(_ bytes: [UInt8]) -> Request? {
    guard let end = String(decoding: bytes, as: UTF8.self).range(of: "\r\n\r\n") else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
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

  private static func write(_ bytes: [UInt8], to connection: Int32) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return }
      sent += count
    }
  }

  /// An HTTP answer as bytes.
  static func response(_ status: String, headers: [String: String] = [:], body: [UInt8] = []) -> [UInt8] {
    var head = "HTTP/1.1 \(status)\r\nConnection: close\r\n"
    if !status.hasPrefix("304") { head += "Content-Length: \(body.count)\r\n" }
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    return Array((head + "\r\n").utf8) + body
  }
}
