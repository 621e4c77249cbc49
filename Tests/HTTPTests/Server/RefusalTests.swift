import Testing

@testable import HTTP

@Suite struct RefusalTests {
  @Test func aRefusedRequestGetsOneAnswerAndNothingAfterItIsExecuted() async throws {
    let handled = Log()
    let handler: HTTPHandler = { request in
      handled.add(request.target)
      return await echo(request)
    }
    try await withServer(handler: handler) { _, address in
      let cases =
        RefusedRequestTests.requestLines + RefusedRequestTests.fields + RefusedRequestTests.lengths
        + RefusedRequestTests.chunks
      for refused in cases {
        let client = try RawClient(address)
        let next = "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n"
        try await client.send((refused.text + next).unicodeScalars.map { UInt8($0.value) })
        let replies = try await client.replies()
        #expect(replies.map(\.status) == [refused.code.status], "\(refused.name)")
        #expect(replies.first?.code == refused.code.rawValue, "\(refused.name)")
        #expect(replies.first?["connection"] == "close", "\(refused.name)")
        #expect(replies.first?["content-type"] == "application/problem+json", "\(refused.name)")
      }
      #expect(handled.all.isEmpty)
    }
  }

  @Test func theConfigurationRendersRefusals() async throws {
    let seen = Log()
    let render: @Sendable (HTTPRefusal) -> HTTPResponse = { refusal in
      seen.add(refusal.code.rawValue)
      return HTTPResponse(
        status: refusal.status, headers: [("X-Code", refusal.code.rawValue)], body: .bytes(Array("no".utf8)))
    }
    try await withServer(refusalResponse: render) { _, address in
      let client = try RawClient(address)
      try await client.send("GET / HTTP/1.1\r\n\r\n")
      let replies = try await client.replies()
      #expect(replies.map(\.status) == [400])
      #expect(replies[0]["x-code"] == "missingHost")
      #expect(replies[0].text == "no")
      #expect(seen.all == ["missingHost"])
    }
  }

  @Test(arguments: [
    HTTPResponse(status: 400, body: .stream { _ in }),
    HTTPResponse(status: 99),
    HTTPResponse(status: 400, headers: [("Bad Name", "x")]),
  ])
  func anUnusableRenderingIsReplaced(_ response: HTTPResponse) async throws {
    try await withServer(refusalResponse: { _ in response }) { _, address in
      let client = try RawClient(address)
      try await client.send("GET / HTTP/1.1\r\n\r\n")
      let replies = try await client.replies()
      #expect(replies.count == 1)
      #expect(replies.first?["content-type"] == "application/problem+json")
    }
  }

  @Test func aRefusalToHeadHasNoBody() async throws {
    try await withServer { _, address in
      let client = try RawClient(address)
      try await client.send("HEAD / HTTP/1.1\r\n\r\n")
      let text = String(decoding: try await client.rest(), as: UTF8.self)
      #expect(text.hasPrefix("HTTP/1.1 400 "))
      #expect(text.hasSuffix("\r\n\r\n"))
    }
  }

  @Test func problemDocumentsEscapeTheirDetail() {
    let refusal = HTTPRefusal(.malformedRequest, "a \"b\" \\ \u{1} é")
    guard case .bytes(let bytes) = refusal.problemResponse.body else { return }
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"{"type":"about:blank","title":"Bad Request","status":400,"detail":"a \"b\" \\ \u0001 é","code":"malformedRequest"}"#
    )
  }

  @Test func everyCodeHasAnErrorStatus() {
    for code in HTTPRefusal.Code.allCases {
      #expect((400..<600).contains(code.status))
      #expect(HTTPRefusal(code, "x").status == code.status)
    }
  }
}
