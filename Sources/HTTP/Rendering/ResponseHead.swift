/// Renders the head of an answer.
struct ResponseHead {
  /// What the length of the body is told by.
  enum Framing {
    /// No body and no word about one: 204 and 304.
    case none
    /// `Content-Length`.
    case length(Int)
    /// `Transfer-Encoding: chunked`.
    case chunked
    /// The end of the connection: streams to HTTP/1.0.
    case close
  }

  /// What is said about the connection.
  enum Persistence {
    /// Nothing: it stays open, as is usual in HTTP/1.1.
    case usual
    /// That it stays open, for HTTP/1.0.
    case keepAlive
    /// That it closes.
    case close
  }

  var framing: Framing
  var persistence: Persistence

  /// The head that an answer has in its exchange.
  init(_ response: HTTPResponse, _ exchange: Exchange) {
    framing =
      switch response.body {
      case _ where !response.hasBody: .none
      case .bytes(let bytes): .length(bytes.count)
      case .stream, .events: exchange.isHTTP10 ? .close : .chunked
      }
    persistence = exchange.farewell != nil ? .close : exchange.isHTTP10 ? .keepAlive : .usual
  }

  /// Appends a head to a buffer.
  ///
  /// An answer that wants to be the last of its connection changes ``persistence``.
  ///
  /// - Throws: A refusal when the answer has an invalid status or field; what was appended by then is of no use.
  mutating func render(_ response: HTTPResponse, date: [UInt8], into buffer: OutputBuffer) throws(HTTPRefusal) {
    guard (200...599).contains(response.status) else {
      throw .invalidResponse("its status is \(response.status), which is not between 200 and 599")
    }
    if response.status == 200 {
      buffer.append("HTTP/1.1 200 OK\r\n")
    } else {
      buffer.append("HTTP/1.1 ")
      buffer.append(decimal: response.status)
      buffer.append(ASCII.space)
      buffer.append(StatusLine.reason(of: response.status))
      buffer.append("\r\n")
    }
    buffer.append(date)
    for field in response.headers where !isOurs(field) { try append(field, to: buffer) }
    switch framing {
    case .none, .close: break
    case .length(let count):
      buffer.append("Content-Length: ")
      buffer.append(decimal: count)
      buffer.append("\r\n")
    case .chunked: buffer.append("Transfer-Encoding: chunked\r\n")
    }
    switch persistence {
    case .usual: buffer.append("\r\n")
    case .keepAlive: buffer.append("Connection: keep-alive\r\n\r\n")
    case .close: buffer.append("Connection: close\r\n\r\n")
    }
  }

  /// Whether a field is one that the server sets itself.
  private mutating func isOurs(_ field: (name: String, value: String)) -> Bool {
    switch field.name.utf8.count {
    case 4: return HTTPResponse.sameName(field.name, "date")
    case 10:
      if HTTPResponse.sameName(field.name, "keep-alive") { return true }
      guard HTTPResponse.sameName(field.name, "connection") else { return false }
      if HTTPResponse.sameName(field.value, "close") { persistence = .close }
      return true
    case 14: return HTTPResponse.sameName(field.name, "content-length")
    case 17: return HTTPResponse.sameName(field.name, "transfer-encoding")
    default: return false
    }
  }

  private func append(_ field: (name: String, value: String), to buffer: OutputBuffer) throws(HTTPRefusal) {
    let start = buffer.count
    buffer.append(field.name)
    let nameEnd = buffer.count
    buffer.append(": ")
    buffer.append(field.value)
    // Both are checked where they lie now: walking over a string's bytes takes several times as long.
    let isToken = buffer.bytes[start..<nameEnd].allSatisfy(ASCII.isTokenCharacter)
    let isLine = buffer.bytes[(nameEnd + 2)...].allSatisfy(Self.isInLine)
    guard isToken, nameEnd > start else {
      throw .invalidResponse("it has a header field whose name is not a token")
    }
    guard isLine else {
      throw .invalidResponse("the header field \(field.name) has a line end or NUL in its value")
    }
    buffer.append("\r\n")
  }

  private static func isInLine(_ byte: UInt8) -> Bool {
    byte != 0 && byte != ASCII.lineFeed && byte != ASCII.carriageReturn
  }
}
