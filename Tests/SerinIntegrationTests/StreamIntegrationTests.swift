import Foundation
import Serin
import SerinTesting
import TestSockets
import Testing

/// The stream over real sockets, with answers of the real server.
@Suite struct StreamIntegrationTests {
  @Test func aKillReachesTheApp() async throws {
    let world = try await World()
    let flags = try world.client(isStreaming: true)
    flags.start()
    try await world.acceptStream(0)
    try await until("the flags are there") { flags.isEnabled("checkout", default: false) && flags.state.isStreaming }
    let state = flags.state
    let (epoch, revision) = (try #require(state.epoch), try #require(state.revision))
    try await world.server.kill("checkout")
    world.announce(epoch: epoch, revision: revision + 1, on: 0)
    try await until("the flag is off") { !flags.isEnabled("checkout", default: true) }
    #expect(flags.state.revision == revision + 1)
    #expect(flags.get("checkout")?.ruleId == "")
    #expect(flags.owner == "alice")
    let request = try #require(world.streams.requests.first)
    #expect(request.line == "GET /v1/stream HTTP/1.1")
    #expect(request.headers["authorization"] == "Bearer \(world.server.clientKey)")
    flags.close()
    try await until("the connection is closed") { world.streams.isHungUp(0) }
    await world.server.stop()
  }

  @Test func aStreamThatIsCutInTheMiddleOfAnEventLosesNothing() async throws {
    let world = try await World()
    let flags = try world.client(isStreaming: true)
    flags.start()
    try await world.acceptStream(0)
    try await until("the flags are there") { flags.isEnabled("checkout", default: false) && flags.state.isStreaming }
    try await world.server.kill("checkout")
    world.streams.push(SocketServer.chunk("event: changed\ndata: {\"epoch\":1,"), to: 0)
    world.proxy.cutStreams()
    try await world.acceptStream(1)
    try await until("the comparison finds the change") { !flags.isEnabled("checkout", default: true) }
    flags.close()
    await world.server.stop()
  }

  @Test func aServerThatComesBackWithAnotherEpochIsBelieved() async throws {
    let world = try await World()
    let flags = try world.client(isStreaming: true)
    flags.start()
    try await world.acceptStream(0)
    try await until("the flags are there") { flags.state.isStreaming && flags.state.epoch == 1 }
    let revision = try #require(flags.state.revision)
    try await world.server.kill("checkout")
    try await world.server.kill("checkout", false)
    world.announce(epoch: 1, revision: revision + 2, on: 0)
    try await until("both changes are there") { flags.state.revision == revision + 2 }

    try await world.server.restart(epoch: 2)
    world.proxy.redirect(to: world.server.port, streams: world.streams.port)
    world.proxy.cutStreams()
    try await world.acceptStream(1)
    #expect(world.streams.requests[1].headers["last-event-id"] == "1-\(revision + 2)")
    world.announce(epoch: 2, revision: 1, on: 1)
    try await until("the new epoch is in effect") { flags.state.epoch == 2 }
    #expect(flags.isEnabled("checkout", default: false))
    #expect(flags.owner == "alice")
    flags.close()
    await world.server.stop()
  }

  @Test func theServersOwnStreamBringsAKill() async throws {
    let world = try await World()
    world.proxy.redirect(to: world.server.port, streams: world.server.port)
    let flags = try world.client(isStreaming: true)
    flags.start()
    try await until("the flags are there") { flags.isEnabled("checkout", default: false) && flags.state.isStreaming }
    for isKilled in [true, false, true] {
      try await world.server.kill("checkout", isKilled)
      try await until("the flag follows") { flags.isEnabled("checkout", default: isKilled) != isKilled }
    }
    #expect(flags.state.lastError == nil)
    flags.close()
    await world.server.stop()
  }

  @Test func theServersOwnStreamIsOpenedAgainWithWhatWasMissed() async throws {
    let world = try await World()
    world.proxy.redirect(to: world.server.port, streams: world.server.port)
    let flags = try world.client(isStreaming: true)
    flags.start()
    try await until("the flags are there") { flags.isEnabled("checkout", default: false) && flags.state.isStreaming }
    world.proxy.cutStreams()
    try await world.server.kill("checkout")
    try await until("the flag is off") { !flags.isEnabled("checkout", default: true) }
    try await until("the stream is back") { flags.state.isStreaming }
    flags.close()
    await world.server.stop()
  }

  @Test func aRevokedKeysStreamEndsAndIsNotAskedForAgain() async throws {
    let world = try await World()
    world.proxy.redirect(to: world.server.port, streams: world.server.port)
    let key = try await world.server.makeKey()
    let flags = try world.client(isStreaming: true) { $0.clientKey = key.value }
    flags.start()
    try await until("the flags are there") { flags.isEnabled("checkout", default: false) && flags.state.isStreaming }
    try await world.server.revokeKey(key.id)
    try await until("the stream has ended") { !flags.state.isStreaming }
    #expect(flags.isEnabled("checkout", default: false))
    flags.close()
    await world.server.stop()
  }

  @Test func aServerWithoutStreamsIsNoTrouble() async throws {
    let world = try await World()
    let streamless = try SocketServer { _, _ in Array("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".utf8) }
    world.proxy.redirect(to: world.server.port, streams: streamless.port)
    let flags = try world.client(isStreaming: true)
    flags.start()
    #expect(await flags.ready(within: 240).origin == .remote)
    #expect(try await flags.refresh() == .unchanged)
    #expect(!flags.state.isStreaming)
    #expect(flags.state.lastError == nil)
    flags.close()
    await world.server.stop()
  }

  @Test func closingEndsEverythingWithinASecond() async throws {
    let world = try await World()
    let flags = try world.client(isStreaming: true)
    flags.start()
    try await world.acceptStream(0)
    try await until("the stream is open") { flags.state.isStreaming }
    try await flags.refresh()
    world.proxy.fault = .stall(after: 0)
    let ends = Ends()
    flags.refresh { ends.add($0) }
    let start = Date()
    flags.close()
    #expect(Date().timeIntervalSince(start) < 1)
    try await until("the completion is called") { !ends.all.isEmpty }
    try await until("the connection is closed") { world.streams.isHungUp(0) }
    #expect(ends.all == [0])
    #expect(world.streams.requests.count == 1)
    await world.server.stop()
  }
}
