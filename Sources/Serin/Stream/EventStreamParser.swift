/// Puts the lines of an event stream together to events (WHATWG HTML, 9.2.6).
///
/// An event that its empty line has not ended when the stream ends is not one.
struct EventStreamParser: Sendable {
  /// The id that the last ended block left, which a reconnection names; empty when there is none.
  private(set) var lastEventID: String
  /// The seconds that the server wants a client to wait before it reconnects, once it has said so.
  private(set) var retry: Double?

  private var type = ""
  private var data: [UInt8] = []
  private var id: String
  private var isTooLong = false

  /// All data of one event is at most so many bytes; a longer event is left out.
  static let maximumDataBytes = 64 * 1024

  /// Creates a parser for one connection.
  ///
  /// - Parameter lastEventID: The id that the connection before it ended with.
  init(lastEventID: String = "") {
    self.lastEventID = lastEventID
    id = lastEventID
  }

  /// Takes the next line, without its end.
  ///
  /// - Returns: The event that the line ends, if it ends one.
  mutating func consume(_ line: String) -> ServerSentEvent? {
    // Bytes rather than characters: a colon with a combining mark after it is another character than a colon.
    let bytes = line.utf8
    if bytes.isEmpty { return dispatch() }
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
      take(field: line[...], value: "")
      return nil
    }
    var value = bytes[bytes.index(after: colon)...]
    if value.first == UInt8(ascii: " ") { value.removeFirst() }
    // A line that begins with a colon is a comment: its field has no name, and nobody knows such a field.
    take(field: line[..<colon], value: Substring(value))
    return nil
  }

  private mutating func take(field: Substring, value: Substring) {
    switch field {
    case "event":
      type = String(value)
    case "data":
      isTooLong = isTooLong || data.count + value.utf8.count >= Self.maximumDataBytes
      guard !isTooLong else { return }
      data += value.utf8
      data.append(UInt8(ascii: "\n"))
    case "id":
      if !value.utf8.contains(0) { id = String(value) }
    case "retry":
      guard !value.isEmpty, value.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
        let milliseconds = Double(value)
      else { return }
      retry = milliseconds / 1000
    default:
      break
    }
  }

  private mutating func dispatch() -> ServerSentEvent? {
    defer {
      type = ""
      data.removeAll(keepingCapacity: true)
      isTooLong = false
    }
    lastEventID = id
    guard !data.isEmpty, !isTooLong else { return nil }
    return ServerSentEvent(
      type: type.isEmpty ? "message" : type, data: String(decoding: data.dropLast(), as: UTF8.self))
  }
}
