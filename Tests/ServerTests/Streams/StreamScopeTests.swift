import HTTP
import SerinFlags
import Testing

@testable import Server

/// Who is told of what, where keys are limited to flags and origins.
@Suite(.timeLimit(.minutes(30))) struct StreamScopeTests {
  private static let keys = "/api/v1/projects/shop/keys"

  private func key(_ bench: StreamBench, _ members: String) async throws -> (id: String, text: String) {
    let made = await bench.fixture.control(
      .post, Self.keys, #"{"kind":"client","environment":"production",\#(members)}"#)
    return (try #require(made["id"]?.stringValue, "\(made.text)"), try #require(made["value"]?.stringValue))
  }

  private func edit(_ bench: StreamBench, _ id: String, _ members: String) async {
    let answer = await bench.fixture.control(.patch, Self.keys + "/" + id, "{\(members)}")
    #expect(answer.status == 200, "\(answer.text)")
  }

  @Test func aKeyThatSeesOtherFlagsLosesItsStreamsAndOneThatIsRenamedDoesNot() async throws {
    let bench = try await StreamBench()
    let (id, text) = try await key(bench, #""flags":["new_*"]"#)
    let stream = try await bench.open(key: text)
    _ = await (stream.next(), stream.next())
    await edit(bench, id, #""origins":["https://app.example.com"],"name":"web""#)
    await bench.kill("new_checkout")
    #expect(try #require(await stream.next()).data["urgent"] == true)
    await edit(bench, id, #""flags":["welcome_*"]"#)
    #expect(await stream.next() == nil)
    await bench.stop()
  }

  @Test func aKeyThatIsRotatedKeepsItsStreamsUntilTheOldOneExpires() async throws {
    let bench = try await StreamBench()
    let (id, text) = try await key(bench, #""name":"ios""#)
    let stream = try await bench.open(key: text)
    _ = await (stream.next(), stream.next())
    #expect(await bench.fixture.control(.post, Self.keys + "/\(id)/rotate", #"{"overlap":60}"#).status == 201)
    await bench.kill()
    #expect(try #require(await stream.next()).data["urgent"] == true)
    bench.clock.advance(seconds: 60)
    try await bench.fixture.server.runDueAnnouncements()
    #expect(await stream.next() == nil)
    await bench.stop()
  }

  @Test func whatIsToldAsOneConcernsWhoeverAnyOfItConcerns() async throws {
    let bench = try await StreamBench()
    let (_, text) = try await key(bench, #""flags":["new_*"]"#)
    let limited = try await bench.open(key: text)
    let all = try await bench.open()
    for stream in [limited, all] { _ = await (stream.next(), stream.next()) }
    await bench.edit(percent: 1, of: "welcome_text")
    let first = try #require(await all.next())
    await bench.edit(percent: 2, of: "welcome_text")
    await bench.edit(percent: 3, of: "new_checkout")
    await bench.edit(percent: 4, of: "welcome_text")
    bench.clock.advance(milliseconds: 250)
    try await bench.fixture.server.runDueAnnouncements()
    let last = try #require(await all.next())
    #expect(first.id != last.id)
    #expect(await limited.next()?.id == last.id)
    await bench.stop()
  }

  @Test func aFlagThatDependsOnTheChangedOneIsConcerned() async throws {
    let bench = try await StreamBench()
    let applied = await bench.fixture.apply(
      #"""
      "child":{"kind":"ops","owner":"x","variations":{"off":{"enabled":false},"on":{"enabled":true}},"off":"off",
        "default":"on","prerequisites":[{"flag":"welcome_text","enabled":true}]}
      """#)
    #expect(applied.status == 200, "\(applied.text)")
    let (_, text) = try await key(bench, #""flags":["child"]"#)
    let stream = try await bench.open(key: text)
    _ = await (stream.next(), stream.next())
    await bench.kill("new_checkout")
    await bench.kill("welcome_text")
    #expect(await stream.next()?.id == (await bench.position()))
    await bench.stop()
  }

  @Test func clientsOfOFREPAreToldOnePartAfterTheOther() async throws {
    let bench = try await StreamBench()
    let answer = await bench.fixture.evaluate("/ofrep/v1/evaluate/flags", "")
    let path = try #require(answer["eventStreams"]?[0]?["endpoint"]?["requestUri"]?.stringValue)
    var streams: [StreamReader] = []
    for _ in 0..<8 { streams.append(try await bench.open(path)) }
    for stream in streams { #expect(await stream.next()?.retry != nil) }
    await bench.kill()
    // The spread of a kill is at most two seconds, whatever the load.
    bench.clock.advance(seconds: 2)
    try await bench.fixture.server.runDueAnnouncements()
    for stream in streams { #expect(await stream.next()?.data["type"] == "refetchEvaluation") }
    await bench.stop()
  }

  @Test func aPageReadsAStreamByTicketOnlyWhereTheKeyListsItsOrigin() async throws {
    let bench = try await StreamBench()
    let (_, own) = try await key(bench, #""origins":["https://own.example"]"#)
    _ = try await key(bench, #""origins":["https://other.example"]"#)
    let answer = await bench.fixture.send(.post, "/ofrep/v1/evaluate/flags", token: own)
    let path = try #require(answer["eventStreams"]?[0]?["endpoint"]?["requestUri"]?.stringValue)
    let page = try await bench.open(path, headers: [("Origin", "https://own.example")])
    #expect(page.headers["access-control-allow-origin"] == "https://own.example")
    let foreign = try await bench.open(path, headers: [("Origin", "https://other.example")])
    #expect(foreign.headers["access-control-allow-origin"] == nil)
    await bench.stop()
  }

  @Test func aPageReadsWhyItGetsNoStream() async throws {
    let bench = try await StreamBench { $0.streams = 0 }
    let (_, own) = try await key(bench, #""origins":["https://own.example"]"#)
    let refused = try await bench.open(key: own, headers: [("Origin", "https://own.example")])
    #expect(refused.status == 503 && refused.headers["retry-after"] != nil)
    #expect(refused.headers["access-control-allow-origin"] == "https://own.example")
    await bench.stop()
  }
}
