import Testing

@testable import HTTP

/// Requests that are refused, each for its own reason.
///
/// What follows them must never be read as a request.
@Suite struct RefusedRequestTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var code: HTTPRefusal.Code
    var testDescription: String { name }

    init(_ name: String, _ text: String, _ code: HTTPRefusal.Code) {
      self.name = name
      self.text = text
      self.code = code
    }

    /// A case that differs only in a header field after a good Host.
    static func field(_ name: String, _ field: String, _ code: HTTPRefusal.Code) -> Case {
      Case(name, "POST / HTTP/1.1\r\nHost: x\r\n\(field)\r\n\r\n", code)
    }

    /// A case that differs only in its chunks.
    static func chunks(_ name: String, _ chunks: String, _ code: HTTPRefusal.Code = .malformedRequest) -> Case {
      Case(name, "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)", code)
    }
  }

  static let requestLines: [Case] = [
    Case("no method", " / HTTP/1.1\r\nHost: x\r\n\r\n", .malformedRequest),
    Case("method with a separator", "GE(T / HTTP/1.1\r\nHost: x\r\n\r\n", .malformedRequest),
    Case("method that never ends", String(repeating: "A", count: 40) + " / HTTP/1.1\r\n\r\n", .malformedRequest),
    Case("beginning of TLS", "\u{16}\u{3}\u{1}\u{2}\u{0}", .malformedRequest),
    Case("two empty lines", "\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n", .malformedRequest),
    Case("line feed before the line", "\nGET / HTTP/1.1\r\nHost: x\r\n\r\n", .malformedRequest),
    Case("no version", "GET /\r\nHost: x\r\n\r\n", .malformedRequest),
    Case("two spaces", "GET  / HTTP/1.1\r\nHost: x\r\n\r\n", .malformedRequest),
    Case("tab instead of a space", "GET\t/ HTTP/1.1\r\nHost: x\r\n\r\n", .malformedRequest),
    Case("space in the target", "GET /a b HTTP/1.1\r\nHost: x\r\n\r\n", .malformedRequest),
    Case("fragment in the target", "GET /a#b HTTP/1.1\r\nHost: x\r\n\r\n", .malformedRequest),
    Case("target without a slash", "GET a HTTP/1.1\r\nHost: x\r\n\r\n", .malformedRequest),
    Case("NUL in the target", "GET /\u{0} HTTP/1.1\r\nHost: x\r\n\r\n", .malformedRequest),
    Case("other bytes in the target", "GET /\u{e9} HTTP/1.1\r\nHost: x\r\n\r\n", .malformedRequest),
    Case("asterisk for GET", "GET * HTTP/1.1\r\nHost: x\r\n\r\n", .malformedRequest),
    Case("other scheme", "GET ftp://x/ HTTP/1.1\r\nHost: x\r\n\r\n", .malformedRequest),
    Case("space after the version", "GET / HTTP/1.1 \r\nHost: x\r\n\r\n", .malformedRequest),
    Case("lower-case version", "GET / http/1.1\r\nHost: x\r\n\r\n", .malformedRequest),
    Case("other protocol", "GET / RTSP/1.0\r\nHost: x\r\n\r\n", .malformedRequest),
    Case("HTTP/1.2", "GET / HTTP/1.2\r\nHost: x\r\n\r\n", .unsupportedVersion),
    Case("HTTP/0.9", "GET / HTTP/0.9\r\n\r\n", .unsupportedVersion),
    Case("HTTP/2 without negotiation", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .unsupportedVersion),
    Case("line feed alone after the line", "GET / HTTP/1.1\nHost: x\r\n\r\n", .malformedRequest),
    Case("carriage return alone after the line", "GET / HTTP/1.1\rHost: x\r\n\r\n", .malformedRequest),
    Case("CONNECT", "CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n", .tunnelNotSupported),
  ]

  static let fields: [Case] = [
    Case("no Host", "GET / HTTP/1.1\r\n\r\n", .missingHost),
    Case("no Host but others", "GET / HTTP/1.1\r\nX-Host: x\r\n\r\n", .missingHost),
    .field("two Hosts", "Host: x", .duplicateHost),
    .field("two Hosts in other case", "hOST: y", .duplicateHost),
    Case("empty Host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", .invalidHost),
    Case("Host with a space", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n", .invalidHost),
    Case("Host with a path", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", .invalidHost),
    Case("Host with a user", "GET / HTTP/1.1\r\nHost: u@a\r\n\r\n", .invalidHost),
    Case("Host list", "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n", .invalidHost),
    Case("Host with a wrong port", "GET / HTTP/1.1\r\nHost: a:65536\r\n\r\n", .invalidHost),
    Case("invalid Host in HTTP/1.0", "GET / HTTP/1.0\r\nHost: a/b\r\n\r\n", .invalidHost),
    Case("Host other than the target's", "GET http://a/ HTTP/1.1\r\nHost: b\r\n\r\n", .invalidHost),
    .field("folded field", "X: a\r\n b", .malformedRequest),
    .field("folded field with a tab", "X: a\r\n\tb", .malformedRequest),
    .field("field folded after its colon", "X:\r\n b", .malformedRequest),
    .field("Content-Length folded", "Content-Length:\r\n 5", .malformedRequest),
    Case("folded first field", "GET / HTTP/1.1\r\n Host: x\r\n\r\n", .malformedRequest),
    .field("space before the colon", "X : a", .malformedRequest),
    .field("tab before the colon", "X\t: a", .malformedRequest),
    .field("Content-Length with a space before the colon", "Content-Length : 5", .malformedRequest),
    .field("space in a name", "X Y: a", .malformedRequest),
    .field("no name", ": a", .malformedRequest),
    .field("no colon", "X", .malformedRequest),
    .field("NUL in a value", "X: a\u{0}b", .malformedRequest),
    .field("NUL in a name", "X\u{0}Y: a", .malformedRequest),
    .field("control character in a value", "X: a\u{1}b", .malformedRequest),
    .field("DEL in a value", "X: a\u{7f}b", .malformedRequest),
    .field("carriage return in a value", "X: a\rY: b", .malformedRequest),
    .field("carriage return in an empty value", "X: \rY: b", .malformedRequest),
    .field("two carriage returns", "X:\r\rY: b", .malformedRequest),
    .field("line feed alone after a field", "X: a\nY: b", .malformedRequest),
    Case("line feed alone after the head", "GET / HTTP/1.1\r\nHost: x\r\n\n", .malformedRequest),
    Case("two line feeds after the head", "GET / HTTP/1.1\r\nHost: x\n\n", .malformedRequest),
    .field("other expectation", "Expect: 200-ok", .expectationFailed),
    .field("WebSocket", "Connection: Upgrade\r\nUpgrade: websocket", .upgradeNotSupported),
  ]

  static let lengths: [Case] = [
    .field("two equal lengths", "Content-Length: 5\r\nContent-Length: 5", .ambiguousLength),
    .field("two lengths", "Content-Length: 5\r\nContent-Length: 6", .ambiguousLength),
    .field("length and coding", "Content-Length: 5\r\nTransfer-Encoding: chunked", .ambiguousLength),
    .field("coding and length", "Transfer-Encoding: chunked\r\nContent-Length: 5", .ambiguousLength),
    .field("length with a plus", "Content-Length: +5", .ambiguousLength),
    .field("negative length", "Content-Length: -5", .ambiguousLength),
    .field("empty length", "Content-Length:", .ambiguousLength),
    .field("list of lengths", "Content-Length: 5, 5", .ambiguousLength),
    .field("length with a space in it", "Content-Length: 1 0", .ambiguousLength),
    .field("hexadecimal length", "Content-Length: 0x5", .ambiguousLength),
    .field("length beyond 64 bits", "Content-Length: 18446744073709551621", .ambiguousLength),
    .field("length of half of 64 bits", "Content-Length: 9223372036854775808", .bodyTooLarge),
    .field("unknown coding", "Transfer-Encoding: xchunked", .unsupportedTransferCoding),
    .field("coding in quotes", "Transfer-Encoding: \"chunked\"", .unsupportedTransferCoding),
    .field("chunked is not last", "Transfer-Encoding: chunked, gzip", .ambiguousLength),
    .field("compressed chunks", "Transfer-Encoding: gzip, chunked", .unsupportedTransferCoding),
    .field("two codings", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", .ambiguousLength),
    .field("empty coding", "Transfer-Encoding:", .unsupportedTransferCoding),
    Case("coding in HTTP/1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", .ambiguousLength),
  ]

  static let chunks: [Case] = [
    .chunks("line feed alone after the size", "5\nhello\r\n0\r\n\r\n"),
    .chunks("line feed alone after the data", "5\r\nhello\n0\r\n\r\n"),
    .chunks("carriage return alone after the size", "5\r\rhello\r\n0\r\n\r\n"),
    .chunks("nothing after the data", "5\r\nhello0\r\n\r\n"),
    .chunks("line feed alone at the end", "5\r\nhello\r\n0\r\n\n"),
    .chunks("line feed alone after a trailer", "5\r\nhello\r\n0\r\nX: y\n\r\n"),
    .chunks("line feed alone after the trailers", "5\r\nhello\r\n0\r\nX: y\r\n\n"),
    .chunks("hexadecimal prefix", "0x5\r\nhello\r\n0\r\n\r\n"),
    .chunks("negative size", "-5\r\nhello\r\n0\r\n\r\n"),
    .chunks("space after the size", "5 \r\nhello\r\n0\r\n\r\n"),
    .chunks("no size", "\r\nhello\r\n0\r\n\r\n"),
    .chunks("size beyond 64 bits", "fffffffffffffffff\r\nhello\r\n0\r\n\r\n"),
    .chunks("line feed in an extension", "5;a\nb\r\nhello\r\n0\r\n\r\n"),
    .chunks(
      "another coding in the trailers", "5\r\nhello\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n", .ambiguousLength),
  ]

  private static let next = "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n"

  @Test(arguments: requestLines + fields + lengths + chunks)
  func isRefusedForItsReasonWhereverItIsSplit(_ refused: Case) {
    // Half a request after it makes sure that it is refused by what it is and not by what comes next.
    let bytes = Array((refused.text + Self.next).unicodeScalars.map { UInt8($0.value) })
    #expect(parse(bytes).map(\.summary) == [refused.code.rawValue])
    for split in 1..<bytes.count {
      #expect(parse(bytes, splitAt: [split]).map(\.summary) == [refused.code.rawValue], "split at \(split)")
    }
  }

  @Test(arguments: [
    "GET / HTTP/1.0\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a_b.example:\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: [fe80::1]\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: xn--bcher-kva.example:8080\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nX: \u{e9}\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n\r\n",
    "GET / HTTP/1.0\r\nExpect: anything\r\n\r\n",
    "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET http://x HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET http://x?a=b HTTP/1.1\r\nHost: x\r\n\r\n",
    "\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: CHUNKED\r\n\r\n0\r\nX: y\r\n\r\n",
  ])
  func isAcceptedAlthoughUnusual(_ text: String) {
    let bytes = Array((text + Self.next).unicodeScalars.map { UInt8($0.value) })
    let results = parse(bytes)
    #expect(results.count == 2)
    #expect(results.last?.summary == "GET /smuggled []")
    for split in 1..<bytes.count { #expect(parse(bytes, splitAt: [split]) == results, "split at \(split)") }
  }
}
