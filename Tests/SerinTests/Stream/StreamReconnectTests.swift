import Foundation
import SerinLock
import Testing

@testable import Serin

/// How the stream comes back, and when it stays away.
@Suite struct StreamReconnectTests {
  /// Answers with the revision that is set.
  private func server(_ revision: Lock<Int>) -> StreamTransport {
    StreamTransport { _, _ in
      let revision = revision.withLock { $0 }
      return .answer(revision: Double(revision), [.flag("v\(revision)")])
    }
  }

  /// Waits until the client waits so long to reconnect, and lets that time pass.
  private func pass(_ seconds: TimeInterval, _ bench: Bench) async throws {
    let due = bench.clock.uptime + seconds
    try await until("it waits \(seconds) seconds to reconnect") { bench.clock.hasSleeper(until: due) }
    bench.clock.advance(by: seconds)
  }

  private func enterBackground(_ bench: Bench, _ flags: FeatureFlags) async throws {
    bench.lifecycle.enter(.background)
    try await until("the stream is closed") { try flags.stream.state.withLock { !$0.isForeground } }
  }

  // SDK-35
  @Test func whenTheNetworkComesBackTheStreamDoesAtOnceAndNothingIsMissed() async throws {
    let revision = Lock(1)
    let transport = server(revision)
    let bench = try Bench(transport)
    let flags = try await bench.streamingClient(transport) { $0.random = { 0.999 } }
    // The network goes; no try for half a minute succeeds, and a change is announced to nobody.
    try await transport.connection(0).fail()
    for (index, wait) in [0.999, 1.998, 3.996, 7.992].enumerated() {
      try await pass(wait, bench)
      try await transport.connection(index + 1).fail()
    }
    bench.clock.advance(by: 15)
    try await until("it waits again") { try flags.stream.state.withLock { $0.run?.attemptedAt == nil } }
    revision.withLock { $0 = 2 }
    bench.lifecycle.enter(.networkAvailable)
    try await transport.connection(5).open()
    try await until("the change is there") { flags.get("v2") != nil }
  }

  @Test func aConnectionFromBeforeTheNetworkCameBackIsReplaced() async throws {
    let transport = StreamTransport()
    let bench = try Bench(transport)
    let flags = try await bench.streamingClient(transport)
    // Right after an attempt it is left alone: some systems say where the network is when they are first asked.
    bench.lifecycle.enter(.networkAvailable)
    bench.clock.advance(by: 1)
    bench.lifecycle.enter(.networkAvailable)
    try await transport.connection(1).open()
    try await until("the stream is open") { flags.state.isStreaming }
    #expect(try await transport.connection(0).isClosed)
    #expect(transport.connections.count == 2)
  }

  // SDK-37
  @Test func inBackgroundThereIsNoConnectionAndNoAttempt() async throws {
    let transport = StreamTransport()
    let bench = try Bench(transport)
    let flags = try await bench.streamingClient(transport) { $0.random = { 0.5 } }
    try await enterBackground(bench, flags)
    try await until("the connection is closed") { transport.openCount == 0 }
    bench.clock.advance(by: 60)
    try await until("nothing is streamed") { !flags.state.isStreaming }
    #expect(transport.connections.count == 1)

    // The same while it waits to reconnect.
    bench.lifecycle.enter(.active)
    try await transport.connection(1).fail()
    try await until("it waits") { bench.clock.hasSleeper(until: bench.clock.uptime + 0.5) }
    try await enterBackground(bench, flags)
    bench.lifecycle.enter(.networkAvailable)
    bench.clock.advance(by: 60)
    bench.lifecycle.enter(.storageAvailable)
    try await bench.settle(flags)
    #expect(transport.connections.count == 2)
    #expect(transport.openCount == 0)
  }

  @Test func aChangeThatWasAnnouncedIsNotAskedForInBackground() async throws {
    let revision = Lock(1)
    let transport = server(revision)
    let bench = try Bench(transport)
    let flags = try await bench.streamingClient(transport) { $0.random = { 0.5 } }
    try await transport.connection(0).change(2, spread: 10)
    _ = try await bench.dueAnnouncement(flags)
    try await enterBackground(bench, flags)
    bench.clock.advance(by: 60)
    #expect(transport.requests.count == 1)
    // In the foreground again the comparison takes it up.
    bench.lifecycle.enter(.active)
    try await transport.connection(1).open()
    try await until("it is asked for") { transport.requests.count == 2 }
    let due = bench.clock.uptime + 0.5
    try await until("the old answer is not enough") { bench.clock.hasSleeper(until: due) }
    revision.withLock { $0 = 2 }
    try await bench.passAnnouncement(flags)
    #expect(flags.get("v2") != nil)
  }

  // SDK-38
  @Test func whatChangedInBackgroundIsThereInTheForegroundWithoutAnotherChange() async throws {
    let revision = Lock(1)
    let transport = server(revision)
    let bench = try Bench(transport)
    let flags = try await bench.streamingClient(transport)
    try await enterBackground(bench, flags)
    revision.withLock { $0 = 2 }
    bench.clock.advance(by: 120)
    bench.lifecycle.enter(.active)
    try await transport.connection(1).open()
    try await until("the change is there") { flags.get("v2") != nil }
    #expect(transport.requests.count == 2)
  }

  @Test func aConnectionThatOpensRightAfterAnAnswerDoesNotAskAgain() async throws {
    let transport = StreamTransport()
    let bench = try Bench(transport)
    let flags = try await bench.activeClient { $0.random = { 0 } }
    try await bench.settleRequests(flags)
    bench.clock.advance(by: 0.9)
    try await transport.connection(0).open()
    try await until("the stream is open") { flags.state.isStreaming }
    #expect(transport.requests.count == 1)
    bench.clock.advance(by: 0.1)
    try await transport.connection(0).end()
    try await transport.connection(1).open()
    try await until("it compares") { transport.requests.count == 2 }
    // An answer from before the end of a connection is not enough, however young it is.
    try await bench.settleRequests(flags)
    try await transport.connection(1).end()
    try await transport.connection(2).open()
    try await until("it compares") { transport.requests.count == 3 }
  }

  // SDK-40
  @Test func aServerThatEndsTheStreamEveryHalfMinuteLosesNoChange() async throws {
    let revision = Lock(1)
    let transport = server(revision)
    let bench = try Bench(transport)
    let flags = try await bench.streamingClient(transport) { $0.random = { 0.5 } }
    for round in 0..<20 {
      let connection = try await transport.connection(round)
      connection.open()
      try await until("the stream is open") { flags.state.isStreaming }
      try await bench.settleRequests(flags)
      try await bench.armed(flags)
      bench.clock.advance(by: 15)
      let wanted = round + 2
      revision.withLock { $0 = wanted }
      // Every other change is made while there is no connection.
      if round % 2 == 0 {
        connection.change(wanted)
        try await until("change \(round) is there") { flags.get("v\(wanted)") != nil }
      }
      bench.clock.advance(by: 15)
      connection.end()
      // Always the shortest wait: every connection was a good one.
      try await pass(0.5, bench)
      try await transport.connection(round + 1).open()
      try await until("change \(round) is there") { flags.get("v\(wanted)") != nil }
    }
    #expect(transport.connections.count == 21)
  }

  @Test func aServerThatDoesNotWantToBeAskedIsLeftAloneAlsoWhenTheNetworkComesBack() async throws {
    let transport = StreamTransport()
    let bench = try Bench(transport)
    let flags = try await bench.activeClient { $0.random = { 0.5 } }
    try await transport.connection(0).refuse(503, headers: ["Retry-After": "60"])
    let due = bench.clock.uptime + 60
    try await until("it waits") { bench.clock.hasSleeper(until: due + 0.5) }
    bench.lifecycle.enter(.networkAvailable)
    try await until("it waits as long") { bench.clock.hasSleeper(until: due) }
    try await enterBackground(bench, flags)
    bench.lifecycle.enter(.active)
    try await until("it waits as long") { bench.clock.hasSleeper(until: due) }
    #expect(transport.connections.count == 1)
    bench.clock.advance(by: 60)
    _ = try await transport.connection(1)
    flags.close()
  }

  @Test func theServersRetryIsTheLeastWait() async throws {
    let transport = StreamTransport()
    let bench = try Bench(transport)
    let flags = try await bench.streamingClient(transport) { $0.random = { 0.5 } }
    try await transport.connection(0).send("retry: 7000", "")
    try await transport.connection(0).end()
    try await pass(7.5, bench)
    // Also for later connections, on which it may not be said again.
    try await transport.connection(1).end()
    try await pass(8, bench)
    _ = try await transport.connection(2)
    flags.close()
  }

  @Test(arguments: [404, 501])
  func aServerWithoutStreamsIsAskedOnceAnHourWithoutNoise(_ status: Int) async throws {
    let transport = StreamTransport(onOpen: { connection, _ in connection.refuse(status) })
    let bench = try Bench(transport)
    let log = Recorder<FlagLogMessage.Level>()
    let flags = try await bench.activeClient {
      $0.random = { 0 }
      $0.log = { log.add($0.level) }
    }
    for round in 0..<3 {
      _ = try await transport.connection(round)
      try await pass(3600, bench)
    }
    #expect(flags.state.lastError == nil)
    #expect(log.all.allSatisfy { $0 == .debug })
    #expect(flags.get("a") != nil)
    flags.close()
  }

  @Test(arguments: [401, 403])
  func aRefusedKeyIsTriedAgainInTheNextSession(_ status: Int) async throws {
    let transport = StreamTransport(onOpen: { connection, index in if index == 0 { connection.refuse(status) } })
    let bench = try Bench(transport)
    let flags = try await bench.activeClient()
    try await until("it has given up") { try flags.stream.state.withLock { $0.run == nil } }
    bench.lifecycle.enter(.networkAvailable)
    try await enterBackground(bench, flags)
    bench.clock.advance(by: 60)
    bench.lifecycle.enter(.active)
    try await until("it is in the foreground") { try flags.stream.state.withLock { $0.isForeground } }
    #expect(transport.connections.count == 1)
    try await enterBackground(bench, flags)
    bench.clock.advance(by: 1800)
    bench.lifecycle.enter(.active)
    try await transport.connection(1).open()
    try await until("the stream is open") { flags.state.isStreaming }
  }

  @Test func aTransportWithoutStreamsIsAskedOnce() async throws {
    let transport = StreamTransport(onOpen: { connection, _ in connection.fail(FlagStreamError.unsupported) })
    let bench = try Bench(transport)
    let flags = try await bench.activeClient()
    try await until("it has given up") { try flags.stream.state.withLock { $0.run == nil } }
    try await enterBackground(bench, flags)
    bench.clock.advance(by: 7200)
    bench.lifecycle.enter(.active)
    try await until("it is in the foreground") { try flags.stream.state.withLock { $0.isForeground } }
    #expect(transport.connections.count == 1)
    #expect(bench.log.all.isEmpty)
  }

  // SDK-29
  @Test func switchingTheUserCompletesWhileTheStreamIsOpen() async throws {
    let transport = StreamTransport { request, _ in .answer([.flag(try request.context.userID ?? "nobody")]) }
    let bench = try Bench(transport)
    let flags = try await bench.streamingClient(transport)
    #expect(try await flags.identify("bob") == .updated(changedKeys: ["bob"]))
    #expect(flags.get("bob") != nil)
    #expect(flags.get("alice") == nil)
    // The stream is the environment's, not the user's.
    #expect(transport.connections.count == 1)
    #expect(transport.openCount == 1)
  }
}
