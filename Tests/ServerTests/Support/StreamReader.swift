import Foundation
import SerinFlags
import TestSockets

/// A client of a stream of server-sent events on a real socket.
///
/// Its reading blocks a thread of its own.
final class StreamReader {
  /// An event as it came.
  struct Event: Equatable {
    var id = ""
    var name = ""
    var data: JSONValue = .null
    /// The milliseconds that the server tells clients to wait.
    var retry: Int?
  }

  /// What could not be had from the server.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let status: Int
  let headers: [String: String]
  private let descriptor: Int32
  private var pieces: AsyncStream<[UInt8]>.Iterator
  private var bytes: [UInt8] = []
  private var text: [UInt8] = []
  private let isChunked: Bool

  init(port: UInt16, path: String, headers: [(String, String)]) async throws {
    guard let descriptor = Sockets.connect(port: port) else { throw Failure(description: "no connection") }
    self.descriptor = descriptor
    let lines = ["GET \(path) HTTP/1.1", "Host: localhost"] + headers.map { "\($0.0): \($0.1)" }
    Sockets.send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8), to: descriptor)
    let (stream, continuation) = AsyncStream<[UInt8]>.makeStream()
    let thread = Thread {
      while true {
        let piece = Sockets.receive(descriptor)
        guard !piece.isEmpty else { return continuation.finish() }
        continuation.yield(piece)
      }
    }
    thread.start()
    var pieces = stream.makeAsyncIterator()
    var bytes: [UInt8] = []
    let end = Array("\r\n\r\n".utf8)
    while bytes.firstRange(of: end) == nil {
      guard let piece = await pieces.next(isolation: nil) else { throw Failure(description: "no head") }
      bytes += piece
    }
    let head = bytes.firstRange(of: end) ?? 0..<0
    let parts = String(decoding: bytes[..<head.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    status = parts.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    var fields: [String: String] = [:]
    for line in parts.dropFirst() {
      let pair = line.split(separator: ":", maxSplits: 1)
      fields[pair[0].lowercased()] = pair.count > 1 ? pair[1].trimmingCharacters(in: .whitespaces) : ""
    }
    self.headers = fields
    isChunked = fields["transfer-encoding"] == "chunked"
    self.bytes = Array(bytes[head.upperBound...])
    self.pieces = pieces
  }

  deinit { close() }

  /// The next event, comments left out; nil when the server has ended the stream.
  func next() async -> Event? {
    while true {
      if let range = text.firstRange(of: Array("\n\n".utf8)) {
        let block = String(decoding: text[..<range.lowerBound], as: UTF8.self)
        text.removeFirst(range.upperBound)
        if let event = Self.event(block) { return event }
      } else if !takeChunk() {
        guard let piece = await pieces.next(isolation: nil) else { return nil }
        bytes += piece
      }
    }
  }

  func close() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Moves what has come on to the text.
  /// - Returns: Whether there was anything.
  private func takeChunk() -> Bool {
    guard isChunked else {
      defer { bytes = [] }
      text += bytes
      return !bytes.isEmpty
    }
    guard let end = bytes.firstRange(of: Array("\r\n".utf8)),
      let size = Int(String(decoding: bytes[..<end.lowerBound], as: UTF8.self), radix: 16), size > 0,
      bytes.count >= end.upperBound + size + 2
    else { return false }
    text += bytes[end.upperBound..<(end.upperBound + size)]
    bytes.removeFirst(end.upperBound + size + 2)
    return true
  }

  private static func event(_ block: String) -> Event? {
    var event = Event()
    var isEmpty = true
    for line in block.components(separatedBy: "\n") {
      guard let colon = line.firstIndex(of: ":"), colon != line.startIndex else { continue }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      isEmpty = false
      switch line[..<colon] {
      case "id": event.id = value
      case "event": event.name = value
      case "retry": event.retry = Int(value)
      case "data": event.data = (try? JSONValue(parsing: Array(value.utf8), options: .lenient)) ?? .string(value)
      default: break
      }
    }
    return isEmpty ? nil : event
  }
}
