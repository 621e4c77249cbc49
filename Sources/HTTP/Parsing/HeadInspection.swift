/// What must hold for the head of a request beyond what llhttp checks.
struct HeadInspection {
  private let head: UnsafeBufferPointer<UInt8>
  private let line: RequestLine

  /// Whether the client waits for `100 Continue` before it sends its body.
  private(set) var expectsContinue = false
  private var host: UnsafeBufferPointer<UInt8>?
  private var hasTransferCoding = false

  /// Checks a head.
  ///
  /// - Parameters:
  ///   - head: All bytes of the head.
  ///   - lineEnd: Where the request line ends.
  ///   - line: The request line.
  ///   - fields: The fields that llhttp found; their values are trimmed here.
  ///   - isUpgrade: Whether the fields ask for another protocol.
  init(
    _ head: UnsafeBufferPointer<UInt8>, lineEnd: Int, line: RequestLine, fields: inout [HTTPHeaders.Field],
    isUpgrade: Bool
  ) throws(HTTPRefusal) {
    self.head = head
    self.line = line
    try checkStructure(lineEnd: lineEnd, fields: &fields)
    for field in fields { try take(field, isUpgrade: isUpgrade) }
    try checkHost()
  }

  /// Every byte of the head belongs to the name, the colon, the value, or the line end of a field.
  ///
  /// llhttp lets three forms pass that others read differently: a value folded over two lines, a field without a name,
  /// and a head that ends with a line feed alone.
  private func checkStructure(lineEnd: Int, fields: inout [HTTPHeaders.Field]) throws(HTTPRefusal) {
    var position = lineEnd
    for index in fields.indices {
      let field = fields[index]
      let (name, nameEnd) = (Int(field.nameStart), Int(field.nameEnd))
      // llhttp places an empty value behind the end of its line.
      let isEmpty = field.valueStart == field.valueEnd
      let start = isEmpty ? nameEnd + 1 : Int(field.valueStart)
      var end = isEmpty ? start : Int(field.valueEnd)
      guard name == position, nameEnd > name, start > nameEnd, end >= start, end <= head.count else {
        throw .malformed("a header field is folded or has no name")
      }
      guard head[nameEnd] == UInt8(ascii: ":"), head[(nameEnd + 1)..<start].allSatisfy(Self.isBlank) else {
        throw .malformed("a header field is folded over several lines")
      }
      position = end
      while position < head.count, Self.isBlank(head[position]) { position += 1 }
      position = try afterLineEnd(at: position)
      while end > start, Self.isBlank(head[end - 1]) { end -= 1 }
      fields[index].valueStart = UInt32(truncatingIfNeeded: start)
      fields[index].valueEnd = UInt32(truncatingIfNeeded: end)
    }
    guard try afterLineEnd(at: position) == head.count else {
      throw .malformed("the head does not end with an empty line")
    }
  }

  private func afterLineEnd(at position: Int) throws(HTTPRefusal) -> Int {
    guard position + 2 <= head.count, head[position] == ASCII.carriageReturn, head[position + 1] == ASCII.lineFeed
    else { throw .malformed("a line of the head does not end with a carriage return and a line feed") }
    return position + 2
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == ASCII.space || byte == ASCII.tab }

  private mutating func take(_ field: HTTPHeaders.Field, isUpgrade: Bool) throws(HTTPRefusal) {
    let name = UnsafeBufferPointer(rebasing: head[Int(field.nameStart)..<Int(field.nameEnd)])
    let value = UnsafeBufferPointer(rebasing: head[Int(field.valueStart)..<Int(field.valueEnd)])
    switch name.count {
    case 4 where ASCII.equal(name, "host"):
      guard host == nil else {
        throw HTTPRefusal(.duplicateHost, "The request has more than one Host field.")
      }
      host = value
    case 6 where ASCII.equal(name, "expect") && !line.isHTTP10:
      guard ASCII.equal(value, "100-continue") else {
        throw HTTPRefusal(.expectationFailed, "The only expectation that can be met is 100-continue.")
      }
      expectsContinue = true
    case 7 where isUpgrade && ASCII.equal(name, "upgrade"):
      // Java's HTTP client offers h2c with its first request and takes an answer in HTTP/1.1. Whoever asks for
      // anything else cannot go on without it.
      guard ASCII.equal(value, "h2c") else {
        throw HTTPRefusal(.upgradeNotSupported, "A change to another protocol is not supported.")
      }
    case 17 where ASCII.equal(name, "transfer-encoding"): try takeTransferCoding(value)
    default: break
    }
  }

  /// Only `chunked`, once, and not from HTTP/1.0, where proxies may have passed it on without understanding it
  /// (RFC 9112, 6.1).
  private mutating func takeTransferCoding(_ value: UnsafeBufferPointer<UInt8>) throws(HTTPRefusal) {
    guard !line.isHTTP10 else { throw .ambiguous("HTTP/1.0 has no Transfer-Encoding") }
    guard !hasTransferCoding else { throw .ambiguous("there is more than one Transfer-Encoding") }
    guard ASCII.equal(value, "chunked") else {
      throw HTTPRefusal(.unsupportedTransferCoding, "The only Transfer-Encoding that is supported is chunked.")
    }
    hasTransferCoding = true
  }

  private func checkHost() throws(HTTPRefusal) {
    guard let host else {
      guard line.isHTTP10 else { throw HTTPRefusal(.missingHost, "A request in HTTP/1.1 needs a Host field.") }
      return
    }
    guard HostSyntax.isValid(host) else {
      throw HTTPRefusal(.invalidHost, "The Host field is not a name or an address with an optional port.")
    }
    guard let authority = line.target.authority else { return }
    let target = head[authority]
    guard target.count == host.count, zip(target, host).allSatisfy({ ASCII.lowercased($0) == ASCII.lowercased($1) })
    else { throw HTTPRefusal(.invalidHost, "The Host field is not the host of the request's target.") }
  }
}
