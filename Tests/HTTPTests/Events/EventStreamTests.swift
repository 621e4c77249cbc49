import Testing

@testable import HTTP

@Suite struct EventStreamTests {
  @Test func aStreamGetsItsFirstBytesAndThenEveryBroadcastInOrder() async throws {
    try await withStreams { _, streams, address in
      let client = try RawClient(address)
      try await client.send(TestStreams.request("/a/key"))
      let head = try await client.text(through: "\r\n\r\n")
      #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(head.contains("Content-Type: text/event-stream\r\n"))
      #expect(head.contains("Transfer-Encoding: chunked\r\n"))
      #expect(head.contains("Connection: close\r\n"))
      #expect(!head.contains("Content-Length"))
      #expect(try await client.text(through: "hello\n\r\n") == TestStreams.chunk("hello\n"))
      for number in 1...200 { streams.send("event \(number)\n\n", to: "a") }
      let expected = (1...200).map { TestStreams.chunk("event \($0)\n\n") }.joined()
      #expect(try await client.text(through: "event 200\n\n\r\n") == expected)
    }
  }

  @Test func aStreamMayBeginWithoutBytes() async throws {
    let handler = TestStreams.handler { _, _ in .stream(first: []) }
    try await withStreams(handler: handler) { _, streams, address in
      let client = try RawClient(address)
      try await client.send(TestStreams.request("/a/key"))
      #expect(try await client.text(through: "\r\n\r\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
      streams.send("x", to: "a")
      #expect(try await client.text(through: "x\r\n") == TestStreams.chunk("x"))
    }
  }

  @Test func nothingAtAllIsNotBroadcast() async throws {
    try await withStreams { _, streams, address in
      let client = try await TestStreams.open("/a/key", at: address)
      streams.send("", to: "a")
      streams.send("x", to: "a")
      // An empty chunk would have been the end of the stream.
      #expect(try await client.text(through: "x\r\n") == TestStreams.chunk("x"))
      #expect(streams.counts.events == 1)
    }
  }

  @Test func aStreamGetsOnlyWhatIsForItsChannel() async throws {
    try await withStreams { _, streams, address in
      let names = (0..<40).map { "channel\($0)" }
      var clients: [RawClient] = []
      for name in names { clients.append(try await TestStreams.open("/\(name)/key", at: address)) }
      for round in 0..<3 { for name in names { streams.send("\(name) \(round);", to: name) } }
      for name in names { streams.send("end", to: name) }
      streams.send("nobody", to: "nowhere")
      for (name, client) in zip(names, clients) {
        let expected = (0..<3).map { TestStreams.chunk("\(name) \($0);") }.joined() + TestStreams.chunk("end")
        #expect(try await client.text(through: "end\r\n") == expected)
      }
      #expect(streams.count(of: EventChannel("channel7")) == 1)
      #expect(streams.count(of: EventTag("key")) == 40)
    }
  }

  @Test func aBroadcastCanBeMeantForCertainTags() async throws {
    try await withStreams { _, streams, address in
      let one = try await TestStreams.open("/a/one", at: address)
      let two = try await TestStreams.open("/a/two", at: address)
      streams.send("for two", to: "a") { $0 == EventTag("two") }
      streams.send("for all", to: "a")
      #expect(try await one.text(through: "for all\r\n") == TestStreams.chunk("for all"))
      #expect(
        try await two.text(through: "for all\r\n") == TestStreams.chunk("for two") + TestStreams.chunk("for all"))
      #expect(streams.counts.events == 3)
      #expect(streams.counts.bytes == [12, 12, 12].reduce(0, +))
    }
  }

  @Test func http10GetsTheBytesWithoutChunksUntilTheConnectionEnds() async throws {
    try await withStreams { _, streams, address in
      let client = try RawClient(address)
      try await client.send("GET /a/key HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
      let head = try await client.text(through: "hello\n")
      #expect(!head.contains("Transfer-Encoding"))
      #expect(head.contains("Connection: close\r\n"))
      streams.send("one;", to: "a")
      streams.close(channel: EventChannel("a"), last: Array("last".utf8))
      #expect(String(decoding: try await client.rest(), as: UTF8.self) == "one;last")
    }
  }

  @Test func headGetsTheHeadOnlyAndTheConnectionGoesOn() async throws {
    try await withStreams { _, streams, address in
      let client = try RawClient(address)
      try await client.send("HEAD /a/key HTTP/1.1\r\nHost: x\r\n\r\n" + TestStreams.request("/next"))
      #expect(try await client.reply(toHead: true)["content-type"] == "text/event-stream")
      #expect(try await client.reply().text == "GET /next []")
      #expect(streams.counts.opened == 0)
    }
  }

  @Test func aStreamWaitsForTheAnswersBeforeItAndIsTheLastOne() async throws {
    let (handled, release) = (Log(), Event())
    let streaming = TestStreams.handler
    let handler: HTTPHandler = { request in
      if request.path == "/slow" { await release.wait() }
      handled.add(request.path)
      return await streaming(request)
    }
    try await withStreams(handler: handler) { _, streams, address in
      let client = try RawClient(address)
      let paths = ["/slow", "/a/key", "/later"]
      try await client.send(paths.map(TestStreams.request).joined())
      #expect(await eventually { handled.all.contains("/later") })
      release.signal()
      #expect(try await client.reply().text == "GET /slow []")
      _ = try await client.text(through: "hello\n\r\n")
      streams.close(tag: EventTag("key"))
      #expect(String(decoding: try await client.rest(), as: UTF8.self) == "0\r\n\r\n")
    }
  }

  @Test func whatTheOwnerAnswersInsteadIsAnUsualAnswer() async throws {
    let handler = TestStreams.handler { _, tag in
      tag == "good" ? .stream(first: []) : .instead(HTTPResponse(status: 401, text: "no more"))
    }
    try await withStreams(handler: handler) { _, streams, address in
      let client = try RawClient(address)
      try await client.send(TestStreams.request("/a/revoked") + TestStreams.request("/next"))
      let reply = try await client.reply()
      #expect(reply.status == 401)
      #expect(reply.text == "no more")
      #expect(try await client.reply().text == "GET /next []")
      #expect(streams.counts.open == 0)
      #expect(streams.count(of: EventTag("revoked")) == 0)
    }
  }

  @Test(arguments: ["X: a\r\nY: b", "stream"])
  func anAnswerThatCannotBeSentIsA500AndNoStream(_ kind: String) async throws {
    let subscription = EventSubscription(channel: EventChannel(1), tag: EventTag(1)) { .stream(first: []) }
    let nested = EventSubscription(channel: EventChannel(1), tag: EventTag(1)) {
      .instead(HTTPResponse(status: 200, body: .events(subscription)))
    }
    let handler: HTTPHandler = { _ in
      kind == "stream"
        ? HTTPResponse(status: 200, body: .events(nested))
        : HTTPResponse(status: 200, headers: [("X", kind)], body: .events(subscription))
    }
    try await withStreams(handler: handler) { _, streams, address in
      let client = try RawClient(address)
      try await client.send(TestStreams.request("/"))
      let reply = try await client.reply()
      #expect(reply.status == 500)
      #expect(reply.code == "invalidResponse")
      #expect(streams.counts.opened == 0)
      #expect(streams.count(of: EventChannel(1)) == 0)
    }
  }

  @Test func aServerWithoutARegistryHasNoStreams() async throws {
    try await withServer(handler: TestStreams.handler) { _, address in
      let client = try RawClient(address)
      try await client.send(TestStreams.request("/a/key"))
      let replies = try await client.replies()
      #expect(replies.map(\.status) == [500])
      #expect(replies[0].text.contains("this server has none"))
    }
  }

  @Test func aStreamLetsGoOfItsRequestAndItsAnswer() async throws {
    let released = Event()
    let handler: HTTPHandler = { _ in
      let answer = Answer(released)
      return HTTPResponse(
        status: 200,
        body: .events(
          EventSubscription(channel: EventChannel("a"), tag: EventTag("key")) { .stream(first: answer.bytes) }))
    }
    try await withStreams(handler: handler) { _, streams, address in
      let client = try await TestStreams.open("/", at: address)
      #expect(await eventually { released.hasHappened })
      streams.send("x", to: "a")
      #expect(try await client.text(through: "x\r\n") == TestStreams.chunk("x"))
    }
  }

  /// A part of an answer that tells when it is let go.
  private final class Answer: Sendable {
    let bytes = Array("hello\n".utf8)
    private let event: Event
    init(_ event: Event) { self.event = event }
    deinit { event.signal() }
  }

  @Test func idsOfAnyTypeAreNames() {
    #expect(EventChannel(1) == EventChannel(1))
    #expect(EventChannel("1") != EventChannel(1))
    #expect(Set([EventTag("a"), EventTag("a"), EventTag("b"), EventTag([1, 2])]).count == 3)
  }
}
