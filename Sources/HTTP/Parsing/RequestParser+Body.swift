internal import CLLHTTP

extension RequestParser {
  /// How many bytes of chunk headers, extensions and trailers are taken whatever the size of the body.
  private static let framingAllowance = 16 * 1024

  /// Decides how the body is read; true when the client waits for leave to send it.
  func beginBody() throws(HTTPRefusal) -> Bool {
    // Taken out, so that trimming the values does not copy them.
    var fields: [HTTPHeaders.Field] = []
    swap(&fields, &findings.pointee.fields)
    let isUpgrade = llhttp.pointee.upgrade != 0
    let (end, line) = (lineEnd, line)
    let inspection = try head.withUnsafeBufferPointer { (bytes) throws(HTTPRefusal) in
      try HeadInspection(bytes, lineEnd: end, line: line, fields: &fields, isUpgrade: isUpgrade)
    }
    findings.pointee.fields = fields
    findings.pointee.isInBody = true
    isKeepAlive = llhttp_should_keep_alive(llhttp) != 0

    let flags = UInt32(llhttp.pointee.flags)
    if flags & F_TRANSFER_ENCODING.rawValue != 0 {
      guard flags & F_CHUNKED.rawValue != 0 else { throw .ambiguous("the last transfer coding is not chunked") }
      findings.pointee.bodyLimit = limitForBody(of: line)
      rawBodyCount = 0
      previousByte = 0
      llhttp_resume(llhttp)
      phase = .chunkedBody
      isStreamed = isStreamed(line)
      return inspection.expectsContinue
    }
    let length = llhttp.pointee.content_length
    guard flags & F_CONTENT_LENGTH.rawValue != 0, length > 0 else {
      phase = .complete
      return false
    }
    let limit = limitForBody(of: line)
    guard length <= UInt64(max(0, limit)) else { throw .bodyTooLarge(limit: limit) }
    isStreamed = isStreamed(line)
    // Room for 64 bytes more, so that a parser that reads in large steps may read beyond the end. A client's word for
    // a large body is not enough to reserve memory for it.
    findings.pointee.body.reserveCapacity(min(Int(length), 64 * 1024) + 64)
    phase = .fixedBody(remaining: Int(length))
    return inspection.expectsContinue
  }

  private func limitForBody(of line: RequestLine) -> Int {
    guard let bodyLimit else { return limits.bodyBytes }
    let path = String(decoding: head[line.target.ranges.path], as: UTF8.self)
    return bodyLimit(line.method, path, HTTPHeaders(buffer: head, fields: findings.pointee.fields))
  }

  private func isStreamed(_ line: RequestLine) -> Bool {
    guard let streamsBody, !line.method.isSafe else { return false }
    let path = String(decoding: head[line.target.ranges.path], as: UTF8.self)
    return streamsBody(line.method, path, HTTPHeaders(buffer: head, fields: findings.pointee.fields))
  }

  /// Reads the body; false when its end has not come yet.
  func readBody(_ chunk: UnsafeBufferPointer<UInt8>, _ position: inout Int) throws(HTTPRefusal) -> Bool {
    switch phase {
    case .fixedBody(let remaining):
      let taken = min(remaining, chunk.count - position)
      findings.pointee.body.append(contentsOf: chunk[position..<(position + taken)])
      position += taken
      phase = taken == remaining ? .complete : .fixedBody(remaining: remaining - taken)
      return taken == remaining
    case .chunkedBody: return try readChunks(chunk, &position)
    case .complete: return true
    case .requestLine, .fields: return false
    }
  }

  private func readChunks(_ chunk: UnsafeBufferPointer<UInt8>, _ position: inout Int) throws(HTTPRefusal) -> Bool {
    guard position < chunk.count, let base = chunk.baseAddress else { return false }
    let bytes = UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self)
    let start = position
    let result = llhttp_execute(llhttp, bytes + position, chunk.count - position)
    switch result {
    case HPE_OK: position = chunk.count
    case HPE_PAUSED, HPE_PAUSED_UPGRADE: position = llhttp_get_error_pos(llhttp) - bytes
    default: throw parserRefusal()
    }
    rawBodyCount += position - start
    // A body may be a byte a chunk, which is six bytes on the wire; beyond that the framing is there for its own sake.
    guard rawBodyCount <= Self.framingAllowance + 8 * findings.pointee.bodyCount else {
      throw .chunkFramingTooLarge()
    }
    guard result != HPE_OK else {
      previousByte = chunk[position - 1]
      return false
    }
    // llhttp takes a line feed alone as the empty line after the last chunk.
    let beforeLast = position - start >= 2 ? chunk[position - 2] : previousByte
    guard position > start, beforeLast == ASCII.carriageReturn else {
      throw .malformed("the chunked body does not end with a carriage return and a line feed")
    }
    phase = .complete
    return true
  }
}
