import Testing

@testable import HTTP

@Suite struct EventStreamLimitTests {
  private func refusal(_ path: String, at address: SocketAddress) async throws -> Reply {
    let client = try RawClient(address)
    try await client.send(TestStreams.request(path))
    let replies = try await client.replies()
    try #require(replies.count == 1)
    return replies[0]
  }

  @Test(arguments: [1, 2])
  func oneStreamTooManyIsAnswered503AndClosed(loops: Int) async throws {
    try await withStreams(loops: loops, streams: { $0.streams = 3 }) { server, streams, address in
      var clients: [RawClient] = []
      for number in 0..<3 { clients.append(try await TestStreams.open("/a/key\(number)", at: address)) }
      let reply = try await refusal("/a/other", at: address)
      #expect(reply.status == 503)
      #expect(reply.code == "tooManyStreams")
      #expect(reply.text.contains("The server has as many event streams as one may have: 3."))
      #expect(reply["connection"] == "close")
      #expect(streams.counts.refused == [.tooMany: 1, .tooManyOfTag: 0, .tooManyOfSource: 0, .stopping: 0])
      // Requests are still answered, and a stream that ends makes room.
      let requests = try RawClient(address)
      try await requests.send(TestStreams.request("/"))
      #expect(try await requests.reply().status == 200)
      clients[0].close()
      #expect(await eventually { streams.counts.open == 2 })
      _ = try await TestStreams.open("/a/next", at: address)
    }
  }

  @Test func aTagMayHaveALimitOfItsOwn() async throws {
    try await withStreams(streams: { $0.streamsPerTag = 2 }) { _, streams, address in
      let first = try await TestStreams.open("/a/key", at: address)
      let second = try await TestStreams.open("/b/key", at: address)
      let reply = try await refusal("/c/key", at: address)
      #expect(reply.status == 503)
      #expect(reply.text.contains("This caller has as many event streams as one may have: 2."))
      let other = try await TestStreams.open("/c/other", at: address)
      #expect(streams.count(of: EventTag("key")) == 2)
      #expect(streams.counts.refused[.tooManyOfTag] == 1)
      for client in [first, second, other] { client.close() }
      #expect(await eventually { streams.count(of: EventTag("key")) == 0 })
    }
  }

  @Test func aSourceMayHaveALimitOfItsOwn() async throws {
    try await withStreams(streams: { $0.streamsPerSource = 1 }) { _, streams, address in
      let first = try await TestStreams.open("/a/one", at: address)
      let reply = try await refusal("/a/two", at: address)
      #expect(reply.text.contains("This address has as many event streams as one may have: 1."))
      let other = try await TestStreams.open("/a/two", at: address, from: "127.0.0.9")
      #expect(streams.counts.refused[.tooManyOfSource] == 1)
      for client in [first, other] { client.close() }
      #expect(await eventually { streams.counts.open == 0 })
    }
  }

  @Test func theOwnerMaySayWhatTheSourceIs() async throws {
    let handler = TestStreams.handler(source: SocketAddress("198.51.100.7")) { _, _ in .stream(first: [1]) }
    try await withStreams(streams: { $0.streamsPerSource = 1 }, handler: handler) { _, streams, address in
      let first = try RawClient(address)
      try await first.send(TestStreams.request("/a/one"))
      _ = try await first.text(through: "\u{1}\r\n")
      let second = try RawClient(address, from: "127.0.0.9")
      try await second.send(TestStreams.request("/a/two"))
      #expect(try await second.reply().status == 503)
      #expect(streams.counts.open == 1)
    }
  }

  @Test func whoIsRefusedIsToldADifferentTimeEach() async throws {
    try await withStreams(streams: {
      $0.streams = 0
      $0.retryAfter = 100...1_000_000
    }) { _, _, address in
      var times: Set<String> = []
      for _ in 0..<5 {
        let reply = try await refusal("/a/key", at: address)
        let seconds = try #require(reply["retry-after"])
        #expect((100...1_000_000).contains(Int(seconds) ?? 0))
        times.insert(seconds)
      }
      #expect(times.count > 1)
    }
  }

  @Test func aFifthOfTheConnectionsIsLeftToRequests() async throws {
    try await withStreams(limits: { $0.connections = 10 }) { server, streams, address in
      #expect(streams.limit == 8)
      var clients: [RawClient] = []
      for _ in 0..<8 { clients.append(try await TestStreams.open("/a/key", at: address)) }
      #expect(try await refusal("/a/key", at: address).code == "tooManyStreams")
      let request = try RawClient(address)
      try await request.send(TestStreams.request("/"))
      #expect(try await request.reply().status == 200)
      #expect(await eventually { server.connectionCount == 9 })
    }
  }

  @Test(arguments: [(20_000, 19_744), (1024, 768), (256, 192), (1, 1), (0, 1)])
  func filesAreKeptForOtherUsesThanConnections(files: Int, connections: Int) {
    #expect(System.connectionLimit(openFiles: files) == connections)
  }

  @Test func refusedStreamsComeBackOnceThereIsRoom() async throws {
    try await withStreams(loops: 2, streams: { $0.streams = 50 }) { server, streams, address in
      // A storm: many more than there is room for, and none of them waits.
      let clients = try (0..<200).map { _ in try RawClient(address) }
      for client in clients { try await client.send(TestStreams.request("/a/key")) }
      #expect(await eventually { streams.counts.refused[.tooMany] == 150 })
      #expect(streams.counts.open == 50)
      let request = try RawClient(address)
      try await request.send(TestStreams.request("/"))
      #expect(try await request.reply().status == 200)
      request.close()
      for client in clients { client.close() }
      #expect(await eventually { server.connectionObjectCount == 0 })
      #expect(streams.counts.open == 0)
      for _ in 0..<50 { _ = try await TestStreams.open("/a/key", at: address) }
    }
  }
}
