import Foundation
import SerinFlags

/// An HTTP server on a real socket that gives prepared answers and keeps what it was asked.
///
/// It serves one connection after another on a thread of its own and closes each after its answer.
final class ScriptedServer: @unchecked Sendable {  // All state that changes is guarded by `lock`.
  /// What was asked.
  struct Request: Sendable {
    var method: String
    var target: String
    /// The fields, their names in small letters.
    var headers: [String: String]
    var body: [UInt8]

    /// The body as JSON.
    func document() throws -> JSONValue { try JSONValue(parsing: body) }
  }

  /// What is answered.
  enum Answer: Sendable {
    /// A status and a body; the type is `application/json`, for errors `application/problem+json`.
    case json(Int, JSONValue)
    /// The bytes of the whole answer.
    case raw(String)
    /// The first bytes of an answer; the connection stays open until the server stops.
    case begun(String)
    /// Nothing: the connection stays open until the server stops.
    case silence

    /// Text of a type of its own.
    static func text(_ text: String, type: String) -> Answer {
      .raw(
        "HTTP/1.1 200 X\r\nContent-Type: \(type)\r\nContent-Length: \(text.utf8.count)\r\nConnection: close\r\n\r\n\(text)"
      )
    }

    /// A problem document as servers write it.
    static func problem(_ status: Int, _ code: String, _ detail: String, errors: JSONValue? = nil) -> Answer {
      var document: JSONObject = ["status": .number(Double(status)), "code": .string(code), "detail": .string(detail)]
      document["errors"] = errors
      return .json(status, .object(document))
    }
  }

  /// The address, with the port that the system chose.
  let address: String

  private let listener: Int32
  private let lock = NSLock()
  private var answers: [Answer]
  private let answering: (@Sendable (Request) -> Answer)?
  private var seen: [Request] = []
  private var open: [Int32] = []

  /// Gives these answers, in order.
  convenience init(_ answers: Answer...) throws { try self.init(answers, answering: nil) }

  /// Gives the answer that a closure has for each request.
  convenience init(answering: @escaping @Sendable (Request) -> Answer) throws {
    try self.init([], answering: answering)
  }

  private init(_ answers: [Answer], answering: (@Sendable (Request) -> Answer)?) throws {
    self.answers = answers
    self.answering = answering
    listener = try LoopbackSocket.listen()
    address = "http://127.0.0.1:\(LoopbackSocket.port(of: listener))"
    // The thread closes the listener, and nobody else does: a descriptor that is closed under a thread about to accept
    // on it may by then be the listener of another server.
    let thread = Thread { [weak self, listener] in
      while case let connection = accept(listener, nil, nil), connection >= 0 {
        if let self { self.serve(connection) } else { close(connection) }
      }
      close(listener)
    }
    thread.start()
  }

  deinit {
    for connection in open { close(connection) }
    shutdown(listener, Int32(SHUT_RDWR))
  }

  /// What was asked so far, in order.
  var requests: [Request] { lock.withLock { seen } }

  private func serve(_ connection: Int32) {
    guard let request = LoopbackSocket.readRequest(from: connection) else {
      close(connection)
      return
    }
    let answer = lock.withLock {
      seen.append(request)
      if let answering { return answering(request) }
      return answers.isEmpty ? .problem(500, "unscripted", "the test has no answer for this") : answers.removeFirst()
    }
    switch answer {
    case .silence:
      lock.withLock { open.append(connection) }
    case .begun(let text):
      LoopbackSocket.write(Array(text.utf8), to: connection)
      lock.withLock { open.append(connection) }
    case .raw(let text):
      LoopbackSocket.write(Array(text.utf8), to: connection)
      close(connection)
    case .json(let status, let document):
      let body = status == 204 ? [] : document.serialized()
      let type = status < 400 ? "application/json" : "application/problem+json"
      let head = "HTTP/1.1 \(status) X\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n"
      LoopbackSocket.write(Array((head + "Connection: close\r\n\r\n").utf8) + body, to: connection)
      close(connection)
    }
  }
}
