import Foundation

/// The few socket calls that the scripted server needs.
enum LoopbackSocket {
  struct Failure: Error {
    var call: String
    var number: Int32
  }

  /// A socket that listens on a free port of 127.0.0.1.
  static func listen() throws -> Int32 {
    let descriptor = try bound()
    guard Foundation.listen(descriptor, 16) == 0 else { throw Failure(call: "listen", number: errno) }
    return descriptor
  }

  /// A socket with a free port of 127.0.0.1 that does not listen: a connection to it is refused.
  static func bound() throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw Failure(call: "socket", number: errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
    }
    guard code == 0 else { throw Failure(call: "bind", number: errno) }
    return descriptor
  }

  /// The port that a socket is bound to.
  static func port(of descriptor: Int32) -> Int {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
      _ = $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  /// Reads one request; nil when the other side closes before it is whole.
  static func readRequest(from descriptor: Int32) -> ScriptedServer.Request? {
    var bytes: [UInt8] = []
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let head = bytes.firstRange(of: end) {
        let request = parse(head: String(decoding: bytes[..<head.lowerBound], as: UTF8.self))
        let isChunked = request.headers["transfer-encoding"] == "chunked"
        if isChunked, let body = dechunked(bytes[head.upperBound...]) {
          var whole = request
          whole.body = body
          return whole
        }
        let length = Int(request.headers["content-length"] ?? "0") ?? 0
        if !isChunked, bytes.count >= head.upperBound + length {
          var whole = request
          whole.body = Array(bytes[head.upperBound..<head.upperBound + length])
          return whole
        }
      }
      var piece = [UInt8](repeating: 0, count: 16 * 1024)
      let count = recv(descriptor, &piece, piece.count, 0)
      guard count > 0 else { return nil }
      bytes += piece[..<count]
    }
  }

  /// A body out of its chunks; nil when the last one has not come.
  private static func dechunked(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var body: [UInt8] = []
    var rest = bytes
    while let lineEnd = rest.firstRange(of: Array("\r\n".utf8)),
      let size = Int(String(decoding: rest[..<lineEnd.lowerBound], as: UTF8.self), radix: 16),
      rest.endIndex - lineEnd.upperBound >= size + 2
    {
      guard size > 0 else { return body }
      body += rest[lineEnd.upperBound..<(lineEnd.upperBound + size)]
      rest = rest[(lineEnd.upperBound + size + 2)...]
    }
    return nil
  }

  /// Writes all the bytes; a reader that has gone is no error.
  static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return }
      rest.removeFirst(count)
    }
  }

  private static func parse(head: String) -> ScriptedServer.Request {
    let lines = head.components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ").map(String.init)
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    return ScriptedServer.Request(method: words[0], target: words.count > 1 ? words[1] : "", headers: headers, body: [])
  }
}
