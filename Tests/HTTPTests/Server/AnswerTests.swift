import Testing

@testable import HTTP

@Suite struct AnswerTests {
  private static let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

  private func reply(to response: HTTPResponse) async throws -> Reply {
    var reply: Reply?
    try await withServer(handler: { _ in response }) { _, address in
      let client = try RawClient(address)
      try await client.send(Self.request + "GET /after HTTP/1.1\r\nHost: x\r\n\r\n")
      reply = try await client.reply()
      // The second answer shows that the first one ended where it said.
      _ = try await client.reply()
    }
    return try #require(reply)
  }

  @Test(arguments: [204, 304])
  func statusesWithoutABodyHaveNone(_ status: Int) async throws {
    let reply = try await reply(to: HTTPResponse(status: status, text: "this must not be sent"))
    #expect(reply.status == status)
    #expect(reply["content-length"] == nil)
    #expect(reply["transfer-encoding"] == nil)
  }

  @Test(arguments: [0, 1, 16 * 1024, 16 * 1024 + 1, 100_000, 5_000_000])
  func bodiesOfAnySizeComeWhole(_ size: Int) async throws {
    let body = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let reply = try await reply(to: HTTPResponse(status: 200, body: .bytes(body)))
    #expect(reply["content-length"] == "\(size)")
    #expect(reply.body == body)
  }

  @Test func framingFieldsOfTheHandlerAreLeftOut() async throws {
    let response = HTTPResponse(
      status: 200,
      headers: [
        ("content-length", "999"), ("Transfer-Encoding", "chunked"), ("DATE", "never"), ("Keep-Alive", "timeout=5"),
        ("Connection", "keep-alive"), ("X-Mine", "stays"),
      ], body: .bytes(Array("abc".utf8)))
    let reply = try await reply(to: response)
    #expect(reply["content-length"] == "3")
    #expect(reply["transfer-encoding"] == nil)
    #expect(reply["date"]?.hasSuffix("GMT") == true)
    #expect(reply["keep-alive"] == nil)
    #expect(reply["connection"] == nil)
    #expect(reply["x-mine"] == "stays")
    #expect(reply.text == "abc")
  }

  @Test(arguments: [
    HTTPResponse(status: 200, headers: [("X", "a\r\nSet-Cookie: b")]),
    HTTPResponse(status: 200, headers: [("X", "a\nb")]),
    HTTPResponse(status: 200, headers: [("X", "a\u{0}b")]),
    HTTPResponse(status: 200, headers: [("X\r\nY", "a")]),
    HTTPResponse(status: 200, headers: [("X Y", "a")]),
    HTTPResponse(status: 200, headers: [("", "a")]),
    HTTPResponse(status: 100),
    HTTPResponse(status: 600),
  ])
  func anAnswerThatCannotBeSentBecomesA500(_ response: HTTPResponse) async throws {
    let reply = try await reply(to: response)
    #expect(reply.status == 500)
    #expect(reply.code == "invalidResponse")
    #expect(reply["set-cookie"] == nil)
  }

  @Test func answersAreNotMixedUpBetweenConnections() async throws {
    try await withServer(loops: 2) { _, address in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for connection in 0..<16 {
          group.addTask {
            let client = try RawClient(address)
            for number in 0..<50 {
              let path = "/\(connection)/\(number)"
              try await client.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
              #expect(try await client.reply().text == "GET \(path) []")
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }
}
