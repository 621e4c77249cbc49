import Testing

@testable import HTTP

@Suite struct BodyTests {
  @Test func chunkedBodiesAreJoinedAndTrailersIgnored() async throws {
    try await withServer { _, address in
      let client = try RawClient(address)
      try await client.send(
        "POST /c HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nX-T: v\r\n\r\n"
          + "GET /next HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await client.reply().text == "POST /c [abcde]")
      #expect(try await client.reply().text == "GET /next []")
    }
  }

  @Test func largeBodiesComeWhole() async throws {
    let handler: HTTPHandler = { request in
      let sum = request.body.reduce(0) { $0 &+ Int($1) }
      return HTTPResponse(status: 200, text: "\(request.body.count) \(sum)")
    }
    try await withServer(handler: handler) { _, address in
      let client = try RawClient(address)
      let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      let sum = body.reduce(0) { $0 &+ Int($1) }
      try await client.send(Array("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body)
      #expect(try await client.reply().text == "\(body.count) \(sum)")
    }
  }

  @Test func continueIsSentWhenTheBodyWillBeRead() async throws {
    try await withServer { _, address in
      let client = try RawClient(address)
      for framing in ["Content-Length: 2", "Transfer-Encoding: chunked"] {
        try await client.send("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-Continue\r\n\(framing)\r\n\r\n")
        #expect(try await client.text(through: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        try await client.send(framing.hasPrefix("C") ? "hi" : "2\r\nhi\r\n0\r\n\r\n")
        #expect(try await client.reply().text == "POST / [hi]")
      }
    }
  }

  @Test func continueIsNotSentWithoutABody() async throws {
    try await withServer { _, address in
      let client = try RawClient(address)
      try await client.send("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 0\r\n\r\n")
      #expect(try await client.reply().status == 200)
    }
  }

  @Test func continueWaitsForTheAnswersBeforeIt() async throws {
    let release = Event()
    let handler: HTTPHandler = { request in
      if request.path == "/slow" { await release.wait() }
      return await echo(request)
    }
    try await withServer(handler: handler) { _, address in
      let client = try RawClient(address)
      try await client.send(
        "GET /slow HTTP/1.1\r\nHost: x\r\n\r\n"
          + "POST /next HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
      release.signal()
      #expect(try await client.reply().text == "GET /slow []")
      #expect(try await client.reply().status == 100)
      try await client.send("hi")
      #expect(try await client.reply().text == "POST /next [hi]")
    }
  }

  @Test(arguments: [
    ("Expect: 100-continue\r\nContent-Length: 11", 413, "bodyTooLarge"),
    ("Expect: something\r\nContent-Length: 2", 417, "expectationFailed"),
    ("Expect: 100-continue\r\nContent-Length: 2\r\nContent-Length: 2", 400, "ambiguousLength"),
  ])
  func aRefusedBodyIsNotAskedFor(_ fields: String, _ status: Int, _ code: String) async throws {
    try await withServer(limits: { $0.bodyBytes = 10 }) { _, address in
      let client = try RawClient(address)
      try await client.send("POST / HTTP/1.1\r\nHost: x\r\n\(fields)\r\n\r\n")
      let replies = try await client.replies()
      #expect(replies.map(\.status) == [status])
      #expect(replies.first?.code == code)
    }
  }

  @Test(arguments: ["ffffffff\r\n", "65\r\n"])
  func aChunkThatCannotFitIsRefusedByItsSizeAlone(size: String) async throws {
    try await withServer(bodyLimit: { _, _, _ in 100 }) { _, address in
      let client = try RawClient(address)
      try await client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + size)
      #expect(try await client.reply().status == 413)
    }
  }

  @Test func theLimitOfABodyMayDependOnItsHeaders() async throws {
    try await withServer(bodyLimit: { _, _, headers in headers["x-large"] == nil ? 3 : 100 }) { _, address in
      let client = try RawClient(address)
      try await client.send("POST / HTTP/1.1\r\nHost: x\r\nX-Large: y\r\nContent-Length: 5\r\n\r\nhello")
      #expect(try await client.reply().status == 200)
      try await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello")
      #expect(try await client.reply().status == 413)
    }
  }

  @Test func theLimitOfABodyMayDependOnItsPath() async throws {
    let limit: HTTPBodyLimit = { _, path, _ in path == "/large" ? 100 : 3 }
    try await withServer(bodyLimit: limit) { _, address in
      let client = try RawClient(address)
      try await client.send("POST /large HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello")
      #expect(try await client.reply().status == 200)
      try await client.send("POST /small HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello")
      let replies = try await client.replies()
      #expect(replies.map(\.status) == [413])
      #expect(replies[0].text.contains("larger than 3 bytes"))
    }
  }
}
