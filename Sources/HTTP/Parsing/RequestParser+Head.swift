internal import CLLHTTP

extension RequestParser {
  /// Reads the request line; false when its end has not come yet.
  func readRequestLine(_ chunk: UnsafeBufferPointer<UInt8>, _ position: inout Int) throws(HTTPRefusal) -> Bool {
    while position < chunk.count {
      // Rubbish, such as the beginning of TLS, is refused at its first byte.
      if head.isEmpty, !ASCII.isTokenCharacter(chunk[position]) {
        guard chunk[position] == ASCII.carriageReturn, !hasSkippedEmptyLine else {
          throw .malformed("it does not begin with a method")
        }
      }
      headStart = position
      guard let feed = chunk[position...].firstIndex(of: ASCII.lineFeed) else {
        keepHead(chunk, upTo: chunk.count)
        position = chunk.count
        if head.count > limits.targetBytes + RequestLine.longestMethod + 12 { throw lineTooLong() }
        return false
      }
      let end = feed + 1
      if head.isEmpty, end - position > 2 {
        try takeLine(UnsafeBufferPointer(rebasing: chunk[position..<end]))
        position = end
        return true
      }
      keepHead(chunk, upTo: end)
      position = end
      // One empty line may stand before a request (RFC 9112, 2.2): some clients send one after a body.
      if head.count == 2, head[0] == ASCII.carriageReturn, !hasSkippedEmptyLine {
        hasSkippedEmptyLine = true
        head = []
        continue
      }
      let line = head
      try line.withUnsafeBufferPointer { (bytes) throws(HTTPRefusal) in try takeLine(bytes) }
      return true
    }
    return false
  }

  private func takeLine(_ bytes: UnsafeBufferPointer<UInt8>) throws(HTTPRefusal) {
    line = try RequestLine(bytes, limits: limits)
    lineEnd = bytes.count
    llhttp.initialize(to: ParserTemplates.shared.parser(isHTTP10: line.isHTTP10, findings: findings))
    findings.pointee.fields.reserveCapacity(12)
    phase = .fields
  }

  private func lineTooLong() -> HTTPRefusal {
    let start = head.prefix(RequestLine.longestMethod + 1)
    guard let space = start.firstIndex(of: ASCII.space), start[..<space].allSatisfy(ASCII.isTokenCharacter) else {
      return .malformed("the request line does not begin with a method")
    }
    return .targetTooLong(limits)
  }

  /// Reads header fields; false when the empty line after them has not come yet.
  func readFields(_ chunk: UnsafeBufferPointer<UInt8>, _ position: inout Int) throws(HTTPRefusal) -> Bool {
    let room = limits.headerBytes - head.count - (position - headStart)
    let offered = min(chunk.count - position, room)
    guard offered > 0, let base = chunk.baseAddress else {
      if position < chunk.count { throw .headTooLarge(limits) }
      keepHead(chunk, upTo: position)
      return false
    }
    let bytes = UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self)
    findings.pointee.chunk = bytes + headStart
    findings.pointee.earlier = head.count
    switch llhttp_execute(llhttp, bytes + position, offered) {
    case HPE_OK:
      position += offered
      if position < chunk.count { throw .headTooLarge(limits) }
      keepHead(chunk, upTo: position)
      return false
    case HPE_PAUSED:
      position = llhttp_get_error_pos(llhttp) - bytes
      keepHead(chunk, upTo: position)
      return true
    default: throw parserRefusal()
    }
  }

  private func keepHead(_ chunk: UnsafeBufferPointer<UInt8>, upTo end: Int) {
    if head.isEmpty {
      head = Array(chunk[headStart..<end])
    } else {
      var bytes = head
      head = []
      bytes.append(contentsOf: chunk[headStart..<end])
      head = bytes
    }
    headStart = end
  }

  /// What llhttp, or one of its callbacks, had against the bytes.
  func parserRefusal() -> HTTPRefusal {
    switch findings.pointee.stop {
    case .folded: return .malformed("a header field is folded over several lines")
    case .tooManyFields: return .tooManyFields(limits)
    case .bodyTooLarge: return .bodyTooLarge(limit: findings.pointee.bodyLimit)
    case nil: break
    }
    let reason = llhttp_get_error_reason(llhttp).map { String(cString: $0) } ?? "it cannot be parsed"
    switch llhttp_get_errno(llhttp) {
    case HPE_UNEXPECTED_CONTENT_LENGTH, HPE_INVALID_CONTENT_LENGTH, HPE_INVALID_TRANSFER_ENCODING:
      return .ambiguous(reason)
    default:
      return .malformed(reason)
    }
  }
}
