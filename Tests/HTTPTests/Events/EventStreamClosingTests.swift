import Testing

@testable import HTTP

@Suite struct EventStreamClosingTests {
  @Test func theStreamsOfATagAreClosedAndGetNothingMore() async throws {
    try await withStreams(loops: 2) { server, streams, address in
      var revoked: [RawClient] = []
      for number in 0..<10 { revoked.append(try await TestStreams.open("/channel\(number % 3)/key", at: address)) }
      let other = try await TestStreams.open("/channel0/other", at: address)
      streams.send("before", to: "channel0")
      streams.close(tag: EventTag("key"), last: Array("bye".utf8))
      for number in 0..<3 { streams.send("after", to: "channel\(number)") }
      let end = TestStreams.chunk("bye") + "0\r\n\r\n"
      for (number, client) in revoked.enumerated() {
        let text = String(decoding: try await client.rest(), as: UTF8.self)
        #expect(text == (number % 3 == 0 ? TestStreams.chunk("before") : "") + end)
        client.close()
      }
      let expected = TestStreams.chunk("before") + TestStreams.chunk("after")
      #expect(try await other.text(through: "after\r\n") == expected)
      #expect(streams.ended(.closed) == 10)
      #expect(streams.count(of: EventTag("key")) == 0)
      #expect(await eventually { server.connectionObjectCount == 1 })
    }
  }

  @Test func theStreamsOfAChannelAreClosed() async throws {
    try await withStreams { _, streams, address in
      let one = try await TestStreams.open("/a/one", at: address)
      let two = try await TestStreams.open("/a/two", at: address)
      let other = try await TestStreams.open("/b/one", at: address)
      streams.close(channel: EventChannel("a"))
      for client in [one, two] { #expect(String(decoding: try await client.rest(), as: UTF8.self) == "0\r\n\r\n") }
      streams.send("x", to: "b")
      #expect(try await other.text(through: "x\r\n") == TestStreams.chunk("x"))
      #expect(streams.counts.open == 1)
    }
  }

  @Test func allStreamsAreClosedOneAfterTheOther() async throws {
    try await withStreams(streams: { $0.farewell = { Array("retry: 7\n\n".utf8) } }) { _, streams, address in
      let began = ContinuousClock.now
      var clients: [RawClient] = []
      for _ in 0..<8 { clients.append(try await TestStreams.open("/a/key", at: address)) }
      streams.closeAll(over: 1)
      let ends = try await withThrowingTaskGroup(of: ContinuousClock.Instant.self) { group in
        for client in clients {
          group.addTask {
            let text = String(decoding: try await client.rest(), as: UTF8.self)
            #expect(text == TestStreams.chunk("retry: 7\n\n") + "0\r\n\r\n")
            return .now
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect((ends.max() ?? began) - began >= .seconds(1), "the last one ends when the time is over")
      #expect(streams.ended(.closed) == 8)
      // New streams are not refused.
      _ = try await TestStreams.open("/a/key", at: address)
    }
  }

  @Test func aStreamEndsAfterItsLifetimeWithAFarewell() async throws {
    try await withStreams(streams: {
      $0.lifetime = 0.2
      $0.farewell = { Array("bye".utf8) }
    }) { server, streams, address in
      let began = ContinuousClock.now
      let client = try await TestStreams.open("/a/key", at: address)
      #expect(String(decoding: try await client.rest(), as: UTF8.self) == TestStreams.chunk("bye") + "0\r\n\r\n")
      #expect(ContinuousClock.now - began >= .milliseconds(160))
      #expect(streams.ended(.lifetime) == 1)
      client.close()
      #expect(await eventually { server.connectionObjectCount == 0 })
    }
  }

  @Test func aStopClosesStreamsOverItsTimeAndRefusesNewOnes() async throws {
    let streams = EventStreams(configuration: .patient())
    var configuration = HTTPServerConfiguration(
      addresses: [ListenAddress(host: "127.0.0.1", port: 0)], loops: 2, limits: .patient)
    configuration.eventStreams = streams
    let server = HTTPServer(configuration: configuration, handler: TestStreams.handler)
    try server.start()
    let address = server.addresses[0]
    var clients: [RawClient] = []
    for _ in 0..<20 { clients.append(try await TestStreams.open("/a/key", at: address)) }
    let late = try RawClient(address)
    try await late.send("GET /a/key HTTP/1.1\r\nHost: x\r\n")
    #expect(await eventually { server.connectionCount == 21 })
    let began = ContinuousClock.now
    async let stopped: Void = server.stop(gracePeriod: 600, closingStreamsOver: 0.5)
    #expect(await eventually { (try? RawClient(address)) == nil })
    streams.send("still there", to: "a")
    try await late.send("\r\n")
    let refusal = try await late.reply()
    #expect(refusal.status == 503)
    #expect(refusal.code == "stopping")
    late.close()
    var heard = 0
    for client in clients {
      let text = String(decoding: try await client.rest(), as: UTF8.self)
      #expect(text.hasSuffix("0\r\n\r\n"))
      if text.hasPrefix(TestStreams.chunk("still there")) { heard += 1 }
      client.close()
    }
    await stopped
    #expect(ContinuousClock.now - began >= .milliseconds(500))
    #expect(heard >= 1)
    #expect(streams.ended(.stopping) == 20)
    #expect(streams.counts.refused[.stopping] == 1)
    // Nobody is there any more, and nobody minds.
    streams.send("late", to: "a")
    #expect(server.connectionObjectCount == 0)
  }

  @Test func streamsThatAreLeftAfterTheGracePeriodAreCut() async throws {
    try await withStreams { server, streams, address in
      let client = try await TestStreams.open("/a/key", at: address)
      await server.stop(gracePeriod: 0, closingStreamsOver: 10)
      #expect(server.connectionObjectCount == 0)
      #expect(streams.ended(.stopping) == 1)
      try await client.waitForEnd()
    }
  }
}
