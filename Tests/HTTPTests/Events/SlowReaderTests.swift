import Testing

@testable import HTTP

@Suite struct SlowReaderTests {
  /// More than sockets of both ends take.
  private static let large = String(repeating: "x", count: 16_000_000)

  @Test func aReaderForWhomTooMuchIsWaitingIsCutOffAndOthersAreNot() async throws {
    try await withStreams { server, streams, address in
      let slow = try await TestStreams.open("/a/slow", at: address)
      let good = try await TestStreams.open("/a/good", at: address)
      streams.send(Self.large, to: "a") { $0 == EventTag("slow") }
      // What is waiting is more than may, so the next message is the last straw.
      streams.send("x", to: "a")
      #expect(try await good.text(through: "x\r\n") == TestStreams.chunk("x"))
      #expect(await eventually { streams.ended(.tooSlow) == 1 })
      #expect(streams.counts.open == 1)
      #expect(streams.count(of: EventTag("slow")) == 0)
      try await slow.waitForEnd()
      slow.close()
      #expect(await eventually { server.connectionObjectCount == 1 })
    }
  }

  @Test func aMessageThatIsLargerThanWhatMayWaitArrivesWhole() async throws {
    try await withStreams { _, streams, address in
      let client = try await TestStreams.open("/a/key", at: address)
      streams.send(Self.large, to: "a")
      streams.close(tag: EventTag("key"))
      let bytes = try await client.rest()
      #expect(bytes.count == TestStreams.chunk(Self.large).utf8.count + 5)
      #expect(bytes.suffix(8) == Array("x\r\n0\r\n\r\n".utf8).suffix(8))
    }
  }

  @Test func whatWaitsIsSentInOrderOnceTheReaderTakesIt() async throws {
    try await withStreams(streams: { $0.pendingBytes = 20_000_000 }) { _, streams, address in
      let client = try await TestStreams.open("/a/key", at: address)
      streams.send(Self.large, to: "a")
      for number in 1...1000 { streams.send("event \(number);", to: "a") }
      #expect(await eventually { streams.counts.events == 1001 })
      let expected =
        TestStreams.chunk(Self.large) + (1...1000).map { TestStreams.chunk("event \($0);") }.joined()
      streams.close(tag: EventTag("key"))
      #expect(try await client.rest() == Array((expected + "0\r\n\r\n").utf8))
    }
  }

  @Test func aReaderThatTakesNothingIsCutOffAfterATime() async throws {
    try await withStreams(streams: { $0.stallTimeout = 0.3 }) { server, streams, address in
      let client = try await TestStreams.open("/a/key", at: address)
      let began = ContinuousClock.now
      streams.send(Self.large, to: "a")
      #expect(await eventually { streams.ended(.stalled) == 1 })
      #expect(ContinuousClock.now - began >= .milliseconds(300))
      client.close()
      #expect(await eventually { server.connectionObjectCount == 0 })
    }
  }

  @Test func aReaderWhoseSystemTakesNothingIsCutOffToo() async throws {
    // The message fits into the buffers of the sender's system: to the server nothing seems to be waiting.
    try await withStreams(streams: { $0.stallTimeout = 0.3 }) { server, streams, address in
      let client = try RawClient(address, receiveBuffer: 4096)
      try await client.send(TestStreams.request("/a/key"))
      _ = try await client.text(through: "hello\n\r\n")
      streams.send(String(repeating: "x", count: 20_000), to: "a")
      #expect(await eventually { streams.ended(.stalled) == 1 })
      client.close()
      #expect(await eventually { server.connectionObjectCount == 0 })
    }
  }

  @Test func heartbeatsDoNotPileUpBeforeAReaderThatTakesNothing() async throws {
    try await withStreams(streams: { $0.heartbeatInterval = 0.002 }) { _, streams, address in
      let slow = try await TestStreams.open("/a/slow", at: address)
      let good = try await TestStreams.open("/a/good", at: address)
      streams.send(Self.large, to: "a") { $0 == EventTag("slow") }
      // Many heartbeats of the other stream show that there was time for those of this one.
      for _ in 0..<50 { _ = try await good.text(through: ": \n\n") }
      #expect(streams.ended(.tooSlow) == 0)
      let text = String(decoding: try await slow.read(Self.large.utf8.count), as: UTF8.self)
      #expect(!text.suffix(1_000_000).contains(":"))
    }
  }
}
