import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct InstantRunnerTests {
  /// A server with a flag that goes on at an instant, in seconds from now.
  private func fixture(_ clock: FakeClock, at seconds: Int) async throws -> Fixture {
    let fixture = try await Fixture(clock: clock)
    let at = Instants.text(clock.now + Int64(seconds) * 1000)
    let applied = await fixture.apply(
      #"""
      "sale":{"kind":"ops","owner":"x","variations":{"off":{"enabled":false},"on":{"enabled":true}},"off":"off",
        "default":"off","rules":[{"id":"r_0000000a","when":{"now":"after","instant":"\#(at)"},"serve":"on"}]}
      """#)
    #expect(applied.status == 200, "\(applied.text)")
    return fixture
  }

  private func revision(_ fixture: Fixture) async -> Double {
    await fixture.evaluate("/v1/evaluate", "")["revision"]?.numberValue ?? 0
  }

  @Test func anInstantBeforeTheLastChangeIsPartOfThat() async throws {
    let clock = FakeClock()
    let fixture = try await fixture(clock, at: -60)
    let before = await revision(fixture)
    try await fixture.server.runDueAnnouncements()
    #expect(await revision(fixture) == before)
  }

  @Test func anInstantThatPassesGetsARevisionOnceAlsoAfterARestart() async throws {
    let clock = FakeClock()
    let fixture = try await fixture(clock, at: 60)
    let before = await revision(fixture)
    clock.advance(seconds: 61)
    try await fixture.server.runDueAnnouncements()
    try await fixture.server.runDueAnnouncements()
    #expect(await revision(fixture) == before + 1)
    try await fixture.anotherServer().runDueAnnouncements()
    try await fixture.server.keeper.confirm()
    #expect(await revision(fixture) == before + 1)
  }

  @Test func aClockThatWasWrongAndIsSetBackStopsNothing() async throws {
    let clock = FakeClock()
    let fixture = try await fixture(clock, at: 60)
    let before = await revision(fixture)
    clock.advance(seconds: 1_000_000)
    try await fixture.server.runDueAnnouncements()
    clock.advance(seconds: -1_000_000)
    try await fixture.server.runDueAnnouncements()
    clock.advance(seconds: 61)
    // A server that starts now knows nothing of what the wrong clock has made.
    let other = try await SerinServer(
      store: fixture.store, events: fixture.events, configuration: Self.configuration(clock))
    try await other.runDueAnnouncements()
    try await fixture.server.keeper.confirm()
    #expect(await revision(fixture) == before + 2)
  }

  @Test func thePastSaysTheRevisionThatClientsWereTold() async throws {
    let clock = FakeClock()
    let fixture = try await fixture(clock, at: 60)
    clock.advance(seconds: 61)
    try await fixture.server.runDueAnnouncements()
    let told = await revision(fixture)
    let at = Instants.text(clock.now)
    clock.advance(seconds: 60)
    #expect(await fixture.control(.post, Fixture.flags + "/welcome_text/kill").status == 200)
    let past = await fixture.control(
      .post, "/api/v1/projects/shop/environments/production/evaluate", #"{"at":"\#(at)","context":{}}"#)
    #expect(past["revision"]?.numberValue == told, "\(past.text)")
  }

  private static func configuration(_ clock: FakeClock) -> SerinServer.Configuration {
    var configuration = Fixture.configuration
    configuration.clock = { clock.now }
    configuration.uptime = { clock.now }
    return configuration
  }
}
