import Testing

@testable import HTTP

/// Too much of something: the answer must reach a client that is still sending.
@Suite struct SizeLimitTests {
  @Test func aHeadOf200KilobytesIsAnsweredReadably() async throws {
    try await withServer { _, address in
      let client = try RawClient(address)
      let value = String(repeating: "v", count: 200_000)
      try await client.send("GET / HTTP/1.1\r\nHost: x\r\nX: \(value)\r\n\r\n")
      let replies = try await client.replies()
      #expect(replies.map(\.status) == [431])
      #expect(replies[0].code == "headersTooLarge")
      #expect(replies[0].text.contains("16384"))
      #expect(replies[0]["connection"] == "close")
    }
  }

  @Test(arguments: ["Content-Length: 10000000", "Transfer-Encoding: chunked"])
  func aBodyOf10MegabytesIsAnsweredReadably(_ framing: String) async throws {
    // How long a slow client is heard out is not what is tested here.
    let limits = { @Sendable (limits: inout HTTPLimits) in
      limits.bodyBytes = 100_000
      limits.lingerTimeout = 240
    }
    try await withServer(limits: limits) { _, address in
      let client = try RawClient(address)
      try await client.send("POST / HTTP/1.1\r\nHost: x\r\n\(framing)\r\n\r\n")
      let piece = [UInt8](repeating: 98, count: 100_000)
      let chunk = framing.hasPrefix("C") ? piece : Array("186a0\r\n".utf8) + piece + Array("\r\n".utf8)
      for _ in 0..<100 { try await client.send(chunk) }
      let replies = try await client.replies()
      #expect(replies.map(\.status) == [413])
      #expect(replies[0].code == "bodyTooLarge")
      #expect(replies[0].text.contains("100000"))
    }
  }

  @Test(arguments: [
    ("GET /\(String(repeating: "a", count: 5000)) HTTP/1.1\r\nHost: x\r\n\r\n", 414, "uriTooLong"),
    (
      "GET / HTTP/1.1\r\nHost: x\r\n\((0..<100).map { "X\($0): y\r\n" }.joined())\r\n", 431, "tooManyHeaders"
    ),
  ])
  func otherSizesHaveTheirAnswers(_ request: String, _ status: Int, _ code: String) async throws {
    try await withServer { _, address in
      let client = try RawClient(address)
      try await client.send(request)
      let replies = try await client.replies()
      #expect(replies.map(\.status) == [status])
      #expect(replies[0].code == code)
    }
  }

  @Test func aBodyThatIsLeftUnreadClosesTheConnection() async throws {
    let handled = Log()
    let handler: HTTPHandler = { request in
      handled.add(request.path)
      return await echo(request)
    }
    try await withServer(limits: { $0.bodyBytes = 4 }, handler: handler) { _, address in
      let client = try RawClient(address)
      let smuggled = "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n"
      try await client.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: \(smuggled.utf8.count)\r\n\r\n\(smuggled)")
      #expect(try await client.replies().map(\.status) == [413])
      #expect(handled.all.isEmpty)
    }
  }
}
