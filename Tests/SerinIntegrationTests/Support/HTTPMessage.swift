import Foundation
import TestSockets

/// A request or an answer as bytes, as far as a proxy must understand them.
struct HTTPMessage: Sendable {
  /// The lines before the body, without the empty one.
  let head: [String]
  let body: [UInt8]

  var bytes: [UInt8] { Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body }

  /// The status of an answer.
  var status: Int { head.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0 }

  /// The same head, with the length of another body.
  func replacing(body: [UInt8]) -> HTTPMessage {
    let head = head.map { $0.lowercased().hasPrefix("content-length:") ? "Content-Length: \(body.count)" : $0 }
    return HTTPMessage(head: head, body: body)
  }

  /// The head and the first bytes of the body, of which one is left out at least.
  func prefix(bodyBytes count: Int) -> [UInt8] {
    Array(bytes.dropLast(body.count) + body.prefix(max(0, min(count, body.count - 1))))
  }

  /// Reads the next message from a connection; nil when there is none or half of one.
  init?(from descriptor: Int32) {
    var bytes: [UInt8] = []
    while true {
      if let message = HTTPMessage(parsing: bytes) {
        self = message
        return
      }
      let more = Sockets.receive(descriptor)
      guard !more.isEmpty else { return nil }
      bytes += more
    }
  }

  private init(head: [String], body: [UInt8]) {
    self.head = head
    self.body = body
  }

  private init?(parsing bytes: [UInt8]) {
    guard let end = Data(bytes).range(of: Data("\r\n\r\n".utf8)) else { return nil }
    let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    let length = head.first { $0.lowercased().hasPrefix("content-length:") }?.split(separator: ":").last
    let count = length.flatMap { Int($0.trimmingCharacters(in: .whitespaces)) } ?? 0
    let body = bytes[end.upperBound...]
    guard body.count >= count else { return nil }
    self.init(head: head, body: Array(body.prefix(count)))
  }
}
