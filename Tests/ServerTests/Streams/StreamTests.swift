import Foundation
import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite(.timeLimit(.minutes(30))) struct StreamTests {
  private static let keys = "/api/v1/projects/shop/keys"

  private func key(_ bench: StreamBench, _ members: String) async throws -> (id: String, text: String) {
    let made = await bench.fixture.control(
      .post, Self.keys, #"{"kind":"client","environment":"production",\#(members)}"#)
    return (try #require(made["id"]?.stringValue, "\(made.text)"), try #require(made["value"]?.stringValue))
  }

  @Test func aKillIsToldAtOnceAndIsInTheAnswersWhenItIs() async throws {
    let bench = try await StreamBench()
    let stream = try await bench.open()
    #expect(stream.status == 200)
    // Field report SV-03.
    #expect(stream.headers["content-type"] == "text/event-stream")
    #expect(stream.headers["cache-control"] == "no-cache, no-transform")
    #expect(stream.headers["x-accel-buffering"] == "no")
    let retry = try #require(await stream.next()?.retry)
    #expect((1000...10_000).contains(retry))
    let start = await bench.position()
    #expect(await stream.next()?.id == start)
    await bench.kill()
    let event = try #require(await stream.next())
    #expect(event.name == "changed" && event.id != start && event.data["urgent"] == true)
    let digest = try #require(event.data["digest"]?.stringValue)
    #expect(digest.utf8.count == 32)
    #expect(await bench.position() == event.id)
    #expect(await bench.fixture.evaluate("/v1/evaluate/welcome_text", "")["reason"] == "killed")
    await bench.kill(undo: true)
    bench.clock.advance(milliseconds: 250)
    try await bench.fixture.server.runDueAnnouncements()
    #expect(try #require(await stream.next()).data["urgent"] == false)
    await bench.stop()
  }

  @Test func whoComesBackIsToldOnlyWhatTheyHaveMissed() async throws {
    let bench = try await StreamBench()
    let position = await bench.position()
    let upToDate = try await bench.open(headers: [("Last-Event-ID", position)])
    #expect(await upToDate.next()?.retry != nil)
    await bench.kill()
    let behind = try await bench.open(headers: [("Last-Event-ID", position)])
    #expect(await behind.next()?.retry != nil)
    let news = try #require(await behind.next())
    #expect(news.name == "changed" && news.id != position)
    #expect(await upToDate.next()?.id == news.id)
    await bench.stop()
  }

  @Test func manyChangesWithinAMomentAreToldAsOne() async throws {
    let bench = try await StreamBench()
    let stream = try await bench.open()
    _ = await (stream.next(), stream.next())
    for percent in 1...10 { await bench.edit(percent: percent) }
    let first = try #require(await stream.next())
    bench.clock.advance(milliseconds: 250)
    try await bench.fixture.server.runDueAnnouncements()
    let last = try #require(await stream.next())
    #expect(await bench.position() == last.id && first.id != last.id)
    // What is told next comes after everything else.
    await bench.kill()
    #expect(try #require(await stream.next()).data["urgent"] == true)
    await bench.stop()
  }

  @Test func aRevokedKeysStreamsAreClosedAndItOpensNone() async throws {
    let bench = try await StreamBench()
    let (id, text) = try await key(bench, #""name":"leaked""#)
    let stream = try await bench.open(key: text)
    let other = try await bench.open()
    _ = await (stream.next(), stream.next())
    _ = await (other.next(), other.next())
    #expect(await bench.fixture.control(.delete, Self.keys + "/" + id).status == 204)
    #expect(await stream.next() == nil)
    #expect(try await bench.open(key: text).status == 401)
    // Nobody else is told: no answer has changed.
    await bench.kill()
    #expect(try #require(await other.next()).data["urgent"] == true)
    await bench.stop()
  }

  @Test func anExpiredKeysStreamsAreClosed() async throws {
    let bench = try await StreamBench()
    let expiry = Instants.text(bench.clock.now + 60_000)
    let (_, text) = try await key(bench, #""expiresAt":"\#(expiry)""#)
    let stream = try await bench.open(key: text)
    _ = await (stream.next(), stream.next())
    bench.clock.advance(milliseconds: 59_999)
    try await bench.fixture.server.runDueAnnouncements()
    await bench.kill()
    #expect(try #require(await stream.next()).name == "changed")
    bench.clock.advance(milliseconds: 1)
    try await bench.fixture.server.runDueAnnouncements()
    #expect(await stream.next() == nil)
    await bench.stop()
  }

  @Test func aKeyIsToldOnlyWhatItSees() async throws {
    let bench = try await StreamBench()
    let (_, text) = try await key(bench, #""flags":["new_*"]"#)
    let stream = try await bench.open(key: text)
    _ = await (stream.next(), stream.next())
    await bench.kill("welcome_text")
    await bench.kill("new_checkout")
    let event = try #require(await stream.next())
    #expect(await bench.position() == event.id)
    await bench.stop()
  }

  @Test func anInstantAtWhichAnswersChangeIsTold() async throws {
    let bench = try await StreamBench()
    let at = Instants.text(bench.clock.now + 60_000)
    let applied = await bench.fixture.apply(
      #"""
      "sale":{"kind":"ops","owner":"x","variations":{"off":{"enabled":false},"on":{"enabled":true}},"off":"off","default":"off","rules":[
        {"id":"r_0000000a","when":{"now":"after","instant":"\#(at)"},"serve":"on"}]}
      """#)
    #expect(applied.status == 200, "\(applied.text)")
    let stream = try await bench.open()
    _ = await (stream.next(), stream.next())
    bench.clock.advance(milliseconds: 59_000)
    #expect(try await bench.fixture.server.runDueAnnouncements() <= 1000)
    #expect(await bench.fixture.evaluate("/v1/evaluate/sale", "")["isEnabled"] == false)
    bench.clock.advance(milliseconds: 1000)
    try await bench.fixture.server.runDueAnnouncements()
    let event = try #require(await stream.next())
    #expect(event.id == (await bench.position()) && event.data["urgent"] == false)
    #expect(await bench.fixture.evaluate("/v1/evaluate/sale", "")["isEnabled"] == true)
    // It is on record, once, and another node does not tell it again.
    let other = try await bench.fixture.anotherServer()
    try await other.runDueAnnouncements()
    try await bench.fixture.server.runDueAnnouncements()
    let audit = await bench.fixture.control(.get, "/api/v1/projects/shop/audit?limit=100")
    #expect(audit.text.components(separatedBy: "environment.advance").count == 2)
    await bench.stop()
  }

  @Test func clientsOfOFREPAreToldWhereTheStreamIsAndThatTheyShouldAsk() async throws {
    let bench = try await StreamBench()
    let answer = await bench.fixture.evaluate("/ofrep/v1/evaluate/flags", "")
    let offer = try #require(answer["eventStreams"]?.arrayValue?.first)
    #expect(offer["type"] == "sse" && offer["inactivityDelaySec"] == 120 && offer["url"] == nil)
    let path = try #require(offer["endpoint"]?["requestUri"]?.stringValue)
    #expect(!path.contains(bench.fixture.clientKey))
    let stream = try await bench.open(path)
    #expect(stream.status == 200)
    #expect(await stream.next()?.retry != nil)
    await bench.kill()
    try await bench.fixture.server.runDueAnnouncements()
    let event = try #require(await stream.next())
    #expect(event.name == "message" && event.data["type"] == "refetchEvaluation")
    #expect(try await bench.open(String(path.dropLast()) + "g").status == 401)
    #expect(try await bench.open("/ofrep/v1/stream").status == 400)
    await bench.stop()
  }

  @Test func noStreamWithoutAKeyAndNoneForAnAdministrator() async throws {
    let bench = try await StreamBench()
    #expect(try await bench.open(key: "nothing").status == 401)
    #expect(try await bench.open(key: bench.fixture.adminToken).status == 403)
    await bench.stop()
  }

  @Test func aRemovedEnvironmentsStreamsAreClosed() async throws {
    let bench = try await StreamBench()
    let stream = try await bench.open()
    _ = await (stream.next(), stream.next())
    // The store removes no environment with keys; another node on the same store may be behind with the key.
    let keeper = bench.fixture.server.keeper
    let ruleset = try #require(keeper.state.rulesets.values.first { $0.environment.key == "production" })
    keeper.observers.tell(RulesetChange(from: ruleset, to: nil, items: nil))
    #expect(await stream.next() == nil)
    await bench.stop()
  }
}
