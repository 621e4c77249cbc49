import Testing

@testable import HTTP

@Suite struct KeepAliveTests {
  @Test func severalRequestsShareAConnection() async throws {
    try await withServer { server, address in
      let client = try RawClient(address)
      for number in 1...3 {
        try await client.send("GET /\(number)?a=b HTTP/1.1\r\nHost: x\r\n\r\n")
        let reply = try await client.reply()
        #expect(reply.status == 200)
        #expect(reply.text == "GET /\(number)?a=b []")
        #expect(reply["connection"] == nil)
      }
      #expect(server.connectionCount == 1)
    }
  }

  @Test func connectionCloseIsAnsweredAndClosed() async throws {
    try await withServer { _, address in
      let client = try RawClient(address)
      try await client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n\r\n")
      let replies = try await client.replies()
      #expect(replies.map(\.text) == ["GET / []"])
      #expect(replies[0]["connection"] == "close")
    }
  }

  @Test func aHandlerMayCloseTheConnection() async throws {
    let close: HTTPHandler = { _ in HTTPResponse(status: 200, headers: [("connection", "close")], body: .bytes([65])) }
    try await withServer(handler: close) { _, address in
      let client = try RawClient(address)
      try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      let replies = try await client.replies()
      #expect(replies.map(\.text) == ["A"])
      #expect(replies[0].headers.count { $0.name.lowercased() == "connection" } == 1)
    }
  }

  @Test func http10ClosesUnlessItAsksForMore() async throws {
    try await withServer { _, address in
      let plain = try RawClient(address)
      try await plain.send("GET /a HTTP/1.0\r\n\r\n")
      let replies = try await plain.replies()
      #expect(replies.map(\.text) == ["GET /a []"])
      #expect(replies[0]["connection"] == "close")

      let keeping = try RawClient(address)
      for number in 1...2 {
        try await keeping.send("GET /\(number) HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        let reply = try await keeping.reply()
        #expect(reply.text == "GET /\(number) []")
        #expect(reply["connection"] == "keep-alive")
      }
    }
  }

  @Test func oneEmptyLineBeforeARequestIsSkipped() async throws {
    try await withServer { _, address in
      let client = try RawClient(address)
      try await client.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi\r\n")
      #expect(try await client.reply().text == "POST /a [hi]")
      try await client.send("GET /b HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await client.reply().text == "GET /b []")
    }
  }

  @Test func everyAnswerHasADateAndItsLengthAndNoServer() async throws {
    try await withServer { _, address in
      let client = try RawClient(address)
      try await client.send("GET /lengths HTTP/1.1\r\nHost: x\r\n\r\n")
      let reply = try await client.reply()
      #expect(reply["content-length"] == "15")
      #expect(reply["server"] == nil)
      let date = try #require(reply["date"])
      #expect(date.count == 29 && date.hasSuffix(" GMT"))
    }
  }
}
