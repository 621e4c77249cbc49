import Testing

@testable import HTTP

@Suite struct MethodTests {
  @Test func headHasTheHeadOfGetAndNoBody() async throws {
    try await withServer { _, address in
      let client = try RawClient(address)
      try await client.send("HEAD /abc HTTP/1.1\r\nHost: x\r\n\r\nGET /next HTTP/1.1\r\nHost: x\r\n\r\n")
      let head = try await client.reply(toHead: true)
      #expect(head["content-length"] == "\("HEAD /abc []".utf8.count)")
      #expect(try await client.reply().text == "GET /next []")
    }
  }

  @Test(arguments: ["OPTIONS", "TRACE", "PROPFIND", "DESCRIBE", "SOURCE", "BREW", "get", "X"])
  func unusualMethodsReachTheHandler(_ method: String) async throws {
    try await withServer { _, address in
      let client = try RawClient(address)
      try await client.send("\(method) /a HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await client.reply().text == "\(method) /a []")
    }
  }

  @Test func optionsMayAskAboutTheServer() async throws {
    try await withServer { _, address in
      let client = try RawClient(address)
      try await client.send("OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await client.reply().text == "OPTIONS * []")
    }
  }

  @Test(arguments: [
    ("CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n", "tunnelNotSupported"),
    (
      "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\n",
      "upgradeNotSupported"
    ),
  ])
  func otherProtocolsAreRefused(_ request: String, _ code: String) async throws {
    try await withServer { _, address in
      let client = try RawClient(address)
      try await client.send(request)
      let replies = try await client.replies()
      #expect(replies.map(\.status) == [501])
      #expect(replies[0].code == code)
    }
  }

  @Test func anOfferOfHTTP2IsIgnored() async throws {
    try await withServer { _, address in
      let client = try RawClient(address)
      let offer = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAAB\r\n"
      try await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\(offer)\r\nGET /b HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await client.reply().text == "GET /a []")
      #expect(try await client.reply().text == "GET /b []")
      try await client.send("POST /c HTTP/1.1\r\nHost: x\r\n\(offer)Content-Length: 2\r\n\r\nhi")
      #expect(try await client.reply().text == "POST /c [hi]")
    }
  }
}
