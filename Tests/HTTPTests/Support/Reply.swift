/// An answer as a client sees it.
struct Reply: Sendable {
  enum Failure: Error {
    /// The connection ended before the answer did.
    case ended
    /// What came is not an answer.
    case malformed(String)
  }

  var status: Int
  var headers: [(name: String, value: String)]
  var body: [UInt8]

  var text: String { String(decoding: body, as: UTF8.self) }

  subscript(name: String) -> String? {
    headers.first { $0.name.lowercased() == name }?.value
  }

  /// The member `code` of a problem document.
  var code: String? {
    text.split(separator: "\"code\":\"").dropFirst().first?.split(separator: "\"").first.map(String.init)
  }

  /// Reads the first answer in a buffer; nil when there is more to come.
  ///
  /// - Returns: The answer and how many bytes it has.
  static func parse(_ bytes: [UInt8], toHead: Bool, isAtEnd: Bool) throws -> (Reply, Int)? {
    guard let headEnd = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: bytes[..<headEnd.lowerBound], as: UTF8.self).split(
      separator: "\r\n", omittingEmptySubsequences: false)
    let parts = lines[0].split(separator: " ", maxSplits: 2)
    guard parts.count == 3, parts[0] == "HTTP/1.1", let status = Int(parts[1]) else {
      throw Failure.malformed(String(lines[0]))
    }
    var reply = Reply(status: status, headers: [], body: [])
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { throw Failure.malformed(String(line)) }
      reply.headers.append(
        (String(line[..<colon]), String(line[line.index(after: colon)...].drop { $0 == " " })))
    }
    let start = headEnd.upperBound
    if toHead || status < 200 || status == 204 || status == 304 { return (reply, start) }
    if reply["transfer-encoding"] == "chunked" {
      guard let (body, end) = try dechunk(bytes, from: start) else { return nil }
      reply.body = body
      return (reply, end)
    }
    if let length = reply["content-length"] {
      guard let count = Int(length) else { throw Failure.malformed(length) }
      guard bytes.count >= start + count else { return nil }
      reply.body = Array(bytes[start..<(start + count)])
      return (reply, start + count)
    }
    guard isAtEnd else { return nil }
    reply.body = Array(bytes[start...])
    return (reply, bytes.count)
  }

  private static func dechunk(_ bytes: [UInt8], from start: Int) throws -> ([UInt8], Int)? {
    var body: [UInt8] = []
    var position = start
    while true {
      guard let end = bytes[position...].firstRange(of: Array("\r\n".utf8)) else { return nil }
      let digits = String(decoding: bytes[position..<end.lowerBound], as: UTF8.self)
      guard let size = Int(digits, radix: 16) else { throw Failure.malformed(digits) }
      guard bytes.count >= end.upperBound + size + 2 else { return nil }
      body += bytes[end.upperBound..<(end.upperBound + size)]
      position = end.upperBound + size + 2
      guard bytes[(position - 2)..<position].elementsEqual([13, 10]) else { throw Failure.malformed("chunk end") }
      if size == 0 { return (body, position) }
    }
  }
}
