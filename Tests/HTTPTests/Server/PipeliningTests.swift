import Testing

@testable import HTTP

@Suite struct PipeliningTests {
  private static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n" }

  private static func post(_ path: String) -> String {
    "POST \(path) HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nb"
  }

  @Test func threeRequestsInOneWriteAreAnsweredInOrder() async throws {
    try await withServer { _, address in
      let client = try RawClient(address)
      try await client.send(Self.get("/1") + Self.post("/2") + Self.get("/3"))
      for expected in ["GET /1 []", "POST /2 [b]", "GET /3 []"] { #expect(try await client.reply().text == expected) }
    }
  }

  @Test func answersKeepTheirOrderWhenHandlersDoNot() async throws {
    let (first, second) = (Event(), Event())
    let order = Log()
    let handler: HTTPHandler = { request in
      switch request.path {
      case "/1": await first.wait()
      case "/2": await second.wait()
      default: second.signal()
      }
      order.add(request.path)
      if request.path == "/2" { first.signal() }
      return await echo(request)
    }
    try await withServer(handler: handler) { _, address in
      let client = try RawClient(address)
      try await client.send(Self.get("/1") + Self.get("/2") + Self.get("/3"))
      for path in ["/1", "/2", "/3"] { #expect(try await client.reply().text == "GET \(path) []") }
      #expect(order.all == ["/3", "/2", "/1"])
    }
  }

  @Test func aRequestThatMayChangeSomethingIsHandledAlone() async throws {
    let release = Event()
    let began = Log()
    let handler: HTTPHandler = { request in
      began.add(request.path)
      if request.path == "/2" { await release.wait() }
      return await echo(request)
    }
    try await withServer(handler: handler) { _, address in
      let client = try RawClient(address)
      try await client.send(Self.get("/1") + Self.post("/2") + Self.get("/3") + Self.post("/4"))
      #expect(try await client.reply().text == "GET /1 []")
      #expect(began.all == ["/1", "/2"])
      release.signal()
      for expected in ["POST /2 [b]", "GET /3 []", "POST /4 [b]"] {
        #expect(try await client.reply().text == expected)
      }
      #expect(began.all == ["/1", "/2", "/3", "/4"])
    }
  }

  @Test func asManyRequestsWaitAsTheLimitSays() async throws {
    let release = Event()
    let began = Log()
    let handler: HTTPHandler = { request in
      began.add(request.path)
      await release.wait()
      return await echo(request)
    }
    try await withServer(limits: { $0.pipelinedRequests = 3 }, handler: handler) { _, address in
      let client = try RawClient(address)
      try await client.send((1...8).map { Self.get("/\($0)") }.joined())
      #expect(await eventually { began.all.count == 3 })
      // Another connection's answer shows that the server has had time for more.
      let other = try RawClient(address)
      try await other.send("GET * HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await other.reply().status == 400)
      #expect(began.all == ["/1", "/2", "/3"])
      release.signal()
      for number in 1...8 { #expect(try await client.reply().text == "GET /\(number) []") }
    }
  }

  @Test func aLongPipelineIsAnsweredWhole() async throws {
    try await withServer { _, address in
      let client = try RawClient(address)
      try await client.send((1...2000).map { Self.get("/\($0)") }.joined())
      for number in 1...2000 { #expect(try await client.reply().text == "GET /\(number) []") }
    }
  }

  @Test func aRefusalIsAnsweredInItsTurnAndIsTheLastOne() async throws {
    let release = Event()
    let handled = Log()
    let handler: HTTPHandler = { request in
      await release.wait()
      handled.add(request.path)
      return await echo(request)
    }
    try await withServer(handler: handler) { _, address in
      let client = try RawClient(address)
      try await client.send(Self.get("/1") + "GET /2 HTTP/1.1\r\n\r\n" + Self.get("/3"))
      release.signal()
      let replies = try await client.replies()
      #expect(replies.map(\.status) == [200, 400])
      #expect(replies[1].code == "missingHost")
      #expect(handled.all == ["/1"])
    }
  }

  @Test func aRequestSplitAtEveryByteIsAnswered() async throws {
    try await withServer { _, address in
      let client = try RawClient(address)
      let bytes = Array(Self.post("/split?x=1").utf8)
      for split in 1..<bytes.count {
        try await client.send(Array(bytes[..<split]))
        try await client.send(Array(bytes[split...]))
        #expect(try await client.reply().text == "POST /split?x=1 [b]", "split at \(split)")
      }
    }
  }
}
