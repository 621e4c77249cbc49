/// What a bad network does with the answer to a request for flags.
enum Fault: Sendable, Hashable {
  case none
  /// The answer comes so many milliseconds late.
  case delay(Int)
  /// The connection is closed in the middle of the status line.
  ///
  /// Not later in the head: there the Foundation of Linux ends the process, see `URLSessionTransport`.
  case cutStatus
  /// The connection is closed after so many bytes of the body.
  case cut(after: Int)
  /// The connection breaks after so many bytes of the body.
  case reset(after: Int)
  /// After so many bytes of the answer nothing comes any more.
  case stall(after: Int)
  /// The body ends after so many bytes, and its length says so.
  case truncate(to: Int)
  /// A byte of the body is another one, which JSON cannot have; counted from the end where negative.
  case corrupt(at: Int)
  /// A byte of the status line is another one.
  case corruptStatus
  /// The same answer comes twice.
  case twice
  /// A page of somebody else comes instead.
  case page
  /// The connection is closed as soon as the request is there.
  case refuse

  /// What is done to get the answer to the client.
  enum Action: Sendable, Equatable {
    case send([UInt8])
    case pause(milliseconds: Int)
    case stall
    case close
    case reset
  }

  /// What becomes of an answer.
  func actions(for answer: HTTPMessage) -> [Action] {
    let bytes = answer.bytes
    switch self {
    case .none: return [.send(bytes)]
    case .delay(let milliseconds): return [.pause(milliseconds: milliseconds), .send(bytes)]
    case .cutStatus: return [.send(Array(bytes.prefix(7))), .close]
    case .cut(let count): return [.send(answer.prefix(bodyBytes: count)), .close]
    case .reset(let count): return [.send(answer.prefix(bodyBytes: count)), .reset]
    case .stall(let count): return [.send(Array(bytes.prefix(count))), .stall]
    case .truncate(let count): return [.send(answer.replacing(body: Array(answer.body.prefix(count))).bytes)]
    case .corrupt(let offset):
      guard !answer.body.isEmpty else { return [.send(bytes)] }
      var body = answer.body
      body[offset < 0 ? max(0, body.count + offset) : min(offset, body.count - 1)] = 0
      return [.send(answer.replacing(body: body).bytes)]
    case .corruptStatus:
      var bytes = bytes
      bytes[9] = 0
      return [.send(bytes), .close]
    case .twice: return [.send(bytes + bytes)]
    case .page:
      let text = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 20\r\n\r\n<html>Sign in</html>"
      return [.send(Array(text.utf8))]
    case .refuse: return [.close]
    }
  }
}
