import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct HealthTests {
  @Test func aServerThatHasItsRulesetsIsReadyAndSaysWhich() async throws {
    let fixture = try await Fixture()
    #expect(await fixture.send(.get, "/healthz")["status"] == "ok")
    let ready = await fixture.send(.get, "/readyz")
    #expect(ready.status == 200)
    #expect(ready["status"] == "ok")
    #expect(ready["environments"]?.arrayValue?.map { $0["key"] } == ["development", "staging", "production"])
    #expect(ready["environments"]?[2]?["digest"]?.stringValue?.utf8.count == 32)
  }

  @Test func aDrainingServerIsNotReadyButAnswers() async throws {
    let fixture = try await Fixture()
    var configuration = Fixture.configuration
    configuration.isDraining = { true }
    let server = try await SerinServer(store: fixture.store, events: fixture.events, configuration: configuration)
    #expect(await Fixture.send(to: server, .get, "/readyz").status == 503)
    #expect(
      await Fixture.send(to: server, .post, "/v1/evaluate", Array("{}".utf8), token: fixture.clientKey).status == 200)
  }

  @Test func stalenessCountsOnlyWhenAskedForAndOnlyWhenTheStoreIsSilent() async throws {
    let fixture = try await Fixture()
    var configuration = Fixture.configuration
    let clock = FakeClock()
    configuration.clock = { clock.now }
    let store = FaultyStore(fixture.store)
    let server = try await SerinServer(store: store, events: fixture.events, configuration: configuration)
    clock.advance(milliseconds: 120_000)
    store.failReads(true)
    #expect(await Fixture.send(to: server, .get, "/readyz").status == 200)
    #expect(await Fixture.send(to: server, .get, "/readyz?max_stale=60").status == 503)
    #expect(await Fixture.send(to: server, .get, "/readyz?max_stale=600").status == 200)
    // Nothing was written for two minutes: that alone is not stale.
    store.failReads(false)
    #expect(await Fixture.send(to: server, .get, "/readyz?max_stale=60").status == 200)
    #expect(await Fixture.send(to: server, .get, "/readyz?max_stale=x").status == 400)
  }
}
