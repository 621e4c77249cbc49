import Foundation
import SerinLock
import Testing

@testable import Serin

/// The stream of a client: when it is open, and what its events do.
@Suite struct StreamTests {
  /// Answers with the revision that is set.
  private func server(_ revision: Lock<Int>) -> StreamTransport {
    StreamTransport { _, _ in
      let revision = revision.withLock { $0 }
      return .answer(revision: Double(revision), [.flag("a", revision % 2 == 0)])
    }
  }

  @Test func itIsOpenedWithTheFirstActivationAndNotBefore() async throws {
    let transport = StreamTransport()
    let bench = try Bench(transport)
    let flags = bench.client()
    try await flags.refresh()
    #expect(transport.connections.isEmpty)
    flags.start()
    try await until("the client follows the lifecycle") { bench.lifecycle.followerCount == 1 }
    bench.lifecycle.enter(.storageAvailable)
    bench.lifecycle.enter(.networkAvailable)
    bench.lifecycle.enter(.active)
    let connection = try await transport.connection(0)
    #expect(!flags.state.isStreaming)
    connection.open()
    try await until("the stream is open") { flags.state.isStreaming }
    #expect(transport.connections.count == 1)
    #expect(connection.request.method == "GET")
    #expect(connection.request.url.absoluteString == "https://flags.example/v1/stream")
    #expect(
      connection.request.headers == [
        "Authorization": "Bearer srn_client_key", "Accept": "text/event-stream", "Cache-Control": "no-cache",
      ])
  }

  @Test func itIsNotOpenedWhereItIsNotWantedOrCannotBe() async throws {
    let transport = StreamTransport()
    let bench = try Bench(transport)
    let configurations: [@Sendable (inout FeatureFlags.Configuration) -> Void] = [
      { $0.isStreaming = false }, { $0.role = .appExtension }, { $0.clientKey = "" },
      { $0.baseURL = URL(fileURLWithPath: "/") },
    ]
    for configure in configurations {
      let flags = bench.client(configure)
      flags.start()
      bench.lifecycle.enter(.active)
    }
    let flags = try await bench.activeClient()
    _ = try await transport.connection(0)
    #expect(transport.connections.count == 1)
    flags.close()
  }

  @Test func beforeTheDeviceWasUnlockedThereIsNone() async throws {
    let transport = StreamTransport()
    let bench = try Bench(transport)
    let earlier = bench.client()
    try await earlier.refresh()
    earlier.close()
    let files = FaultyFiles(FaultyFiles.Faults(reading: .notPermitted))
    let flags = bench.client { $0.files = files }
    flags.start()
    try await until("the client follows the lifecycle") { bench.lifecycle.followerCount == 1 }
    bench.lifecycle.enter(.background)
    bench.lifecycle.enter(.networkAvailable)
    files.faults.withLock { $0.reading = nil }
    bench.lifecycle.enter(.storageAvailable)
    try await until("the stored flags are there") { flags.get("a") != nil }
    #expect(transport.connections.isEmpty)
    bench.lifecycle.enter(.active)
    _ = try await transport.connection(0)
    flags.close()
  }

  @Test func aKillReachesTheApp() async throws {
    let revision = Lock(2)
    let transport = server(revision)
    let bench = try Bench(transport)
    let flags = try await bench.streamingClient(transport)
    #expect(flags.isEnabled("a", default: false))
    revision.withLock { $0 = 3 }
    try await transport.connection(0).change(3)
    try await until("the flag is off") { !flags.isEnabled("a", default: true) }
    #expect(flags.state.revision == 3)
    #expect(transport.requests.count == 2)
  }

  @Test func aChangeWaitsForItsShareOfTheSpread() async throws {
    let revision = Lock(1)
    let transport = server(revision)
    let bench = try Bench(transport)
    let flags = try await bench.streamingClient(transport) { $0.random = { 0.25 } }
    let connection = try await transport.connection(0)
    revision.withLock { $0 = 2 }
    let start = bench.clock.uptime
    connection.change(2, spread: 20)
    #expect(try await bench.dueAnnouncement(flags) == start + 5)
    // An urgent one is earlier, and one without a spread is spread over two seconds.
    revision.withLock { $0 = 3 }
    connection.change(3, spread: 20, urgent: true)
    try await until("it is earlier") { try flags.stream.state.withLock { $0.timer?.due == start + 0.5 } }
    #expect(transport.requests.count == 1)
    try await bench.passAnnouncement(flags)
    #expect(flags.state.revision == 3)
    connection.change(4, spread: nil)
    #expect(try await bench.dueAnnouncement(flags) == start + 0.5 + 0.5)
    #expect(transport.requests.count == 2)
  }

  @Test func whatIsHeldAlreadyIsNotAskedForAndAnotherEpochIs() async throws {
    let transport = StreamTransport { _, _ in .answer(epoch: 2, revision: 7) }
    let bench = try Bench(transport)
    let flags = try await bench.streamingClient(transport)
    let connection = try await transport.connection(0)
    connection.change(epoch: 2, 7)
    connection.change(epoch: 2, 6)
    transport.answer(.answer(epoch: 1, revision: 3, [.flag("a", false)]))
    connection.change(epoch: 1, 3)
    try await until("the other epoch is in effect") { flags.state.epoch == 1 }
    #expect(transport.requests.count == 2)
    #expect(!flags.isEnabled("a", default: true))
  }

  @Test func whatTheClientDoesNotKnowMeansNothingToIt() async throws {
    let transport = StreamTransport()
    let bench = try Bench(transport)
    let flags = try await bench.streamingClient(transport)
    let connection = try await transport.connection(0)
    connection.send("event: segments", #"data: {"epoch":1,"revision":99}"#, "")
    connection.send(#"data: {"epoch":1,"revision":99}"#, "")
    connection.send("event: changed", "data: what?", "", "event: changed", #"data: {"revision":99}"#, "")
    connection.change(2)
    try await until("the change is asked for") { transport.requests.count == 2 }
    connection.change(3, spread: 30)
    _ = try await bench.dueAnnouncement(flags)
    #expect(transport.requests.count == 2)
  }

  @Test func aReconnectionNamesTheLastEvent() async throws {
    let transport = StreamTransport { _, _ in .answer(epoch: 3, revision: 7) }
    let bench = try Bench(transport)
    let flags = try await bench.streamingClient(transport) { $0.random = { 0.5 } }
    let first = try await transport.connection(0)
    first.change(epoch: 3, 7)
    first.send("id: not sent yet")
    first.end()
    try await passReconnection(0.5, bench, flags)
    let second = try await transport.connection(1)
    #expect(second.request.headers["Last-Event-ID"] == "3-7")
    second.send("id: grün", "")
    second.end()
    try await passReconnection(1, bench, flags)
    #expect(try await transport.connection(2).request.headers["Last-Event-ID"] == nil)
  }

  @Test func aConnectionIsReplacedAfter45SecondsOfSilenceAndAHeartbeatIsNone() async throws {
    let transport = StreamTransport()
    let bench = try Bench(transport)
    let start = bench.clock.uptime
    let flags = try await bench.streamingClient(transport) { $0.random = { 0 } }
    let connection = try await transport.connection(0)
    try await until("the watch sleeps") { bench.clock.hasSleeper(until: start + 45) }
    bench.clock.advance(by: 25)
    connection.send(": heartbeat", "id: 1-1", "")
    try await until("the heartbeat has come") { try flags.stream.state.withLock { $0.lastEventID == "1-1" } }
    bench.clock.advance(by: 20)
    try await until("the watch goes on") { bench.clock.hasSleeper(until: start + 70) }
    #expect(!connection.isClosed)
    bench.clock.advance(by: 25)
    _ = try await transport.connection(1)
    #expect(connection.isClosed)
  }

  @Test func aConnectionThatIsNotAnsweredIsReplacedAfter45Seconds() async throws {
    let transport = StreamTransport()
    let bench = try Bench(transport)
    let start = bench.clock.uptime
    let flags = try await bench.activeClient { $0.random = { 0 } }
    let connection = try await transport.connection(0)
    try await until("the watch sleeps") { bench.clock.hasSleeper(until: start + 45) }
    bench.clock.advance(by: 45)
    _ = try await transport.connection(1)
    #expect(connection.isClosed)
    #expect(!flags.state.isStreaming)
  }

  /// Waits until the client waits so long to reconnect, and lets that time pass.
  private func passReconnection(_ seconds: TimeInterval, _ bench: Bench, _ flags: FeatureFlags) async throws {
    let due = bench.clock.uptime + seconds
    try await until("it waits to reconnect") { bench.clock.hasSleeper(until: due) && !flags.state.isStreaming }
    bench.clock.advance(by: seconds)
  }
}
