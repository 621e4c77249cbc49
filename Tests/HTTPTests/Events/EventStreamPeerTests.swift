import Testing

@testable import HTTP

@Suite struct EventStreamPeerTests {
  @Test(arguments: [true, false])
  func aClientThatGoesIsSeenAtOnce(byReset: Bool) async throws {
    try await withStreams(loops: 2) { server, streams, address in
      var clients: [RawClient] = []
      for _ in 0..<20 { clients.append(try await TestStreams.open("/a/key", at: address)) }
      #expect(streams.counts.open == 20)
      for client in clients { if byReset { client.reset() } else { client.close() } }
      #expect(await eventually { server.connectionObjectCount == 0 && server.connectionCount == 0 })
      #expect(streams.ended(.clientGone) == 20)
      #expect(streams.counts.open == 0)
      #expect(streams.count(of: EventChannel("a")) == 0)
      #expect(await eventually { OpenFiles.connections(ofPort: address.port) == 0 })
    }
  }

  @Test func aClientThatOnlyClosesItsSideCountsAsGone() async throws {
    try await withStreams { _, streams, address in
      let client = try await TestStreams.open("/a/key", at: address)
      client.closeWriting()
      #expect(try await client.rest().isEmpty)
      #expect(streams.ended(.clientGone) == 1)
    }
  }

  @Test func aClientThatClosedItsSideBeforeTheStreamBeganGetsItsBeginning() async throws {
    let (began, release) = (Event(), Event())
    let handler: HTTPHandler = { request in
      began.signal()
      await release.wait()
      return await TestStreams.handler(request)
    }
    try await withStreams(handler: handler) { server, streams, address in
      let client = try RawClient(address)
      try await client.send(TestStreams.request("/a/key"))
      await began.wait()
      client.closeWriting()
      // A handler that is running is told, which shows that the server has seen it.
      let other = try RawClient(address)
      try await other.send("GET * HTTP/1.1\r\nHost: x\r\n\r\n")
      _ = try await other.reply()
      release.signal()
      #expect(try await client.replies().map(\.text) == ["hello\n"])
      #expect(streams.counts.open == 0)
      #expect(streams.ended(.clientGone) == 1)
    }
  }

  @Test func whatAClientSendsOnAStreamIsIgnoredUpToALimit() async throws {
    try await withStreams(streams: { $0.inputBytes = 100 }) { server, streams, address in
      let client = try await TestStreams.open("/a/key", at: address)
      try await client.send(TestStreams.request("/") + String(repeating: "x", count: 50))
      streams.send("one", to: "a")
      #expect(try await client.text(through: "one\r\n") == TestStreams.chunk("one"))
      #expect(streams.counts.open == 1)
      try await client.send(String(repeating: "x", count: 100))
      try await client.waitForEnd()
      #expect(streams.ended(.unexpectedInput) == 1)
      #expect(await eventually { server.connectionObjectCount == 0 })
    }
  }

  @Test func aStreamBehindAFullPipelineIsReadFrom() async throws {
    try await withStreams(limits: { $0.pipelinedRequests = 2 }) { server, streams, address in
      let client = try RawClient(address)
      try await client.send(TestStreams.request("/a/key") + (1...5).map { TestStreams.request("/\($0)") }.joined())
      _ = try await client.text(through: "hello\n\r\n")
      client.close()
      #expect(await eventually { server.connectionObjectCount == 0 })
      #expect(streams.ended(.clientGone) == 1)
    }
  }
}
