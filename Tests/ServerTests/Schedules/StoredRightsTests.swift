import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct StoredRightsTests {
  private let schedules = "/api/v1/projects/shop/schedules"

  private func rights(_ fixture: Fixture, _ clock: FakeClock) async throws -> StoredRights {
    let keeper = RulesetKeeper(store: fixture.store, clock: { clock.now })
    try await keeper.load()
    return StoredRights(store: fixture.store, keeper: keeper)
  }

  private func key(_ fixture: Fixture, _ more: String = "") async throws -> (id: String, token: String) {
    let made = await fixture.control(.post, "/api/v1/projects/shop/keys", #"{"kind":"admin"\#(more)}"#)
    #expect(made.status == 201)
    return (try #require(made["id"]?.stringValue), try #require(made["value"]?.stringValue))
  }

  @Test func aTokenThatWasRevokedMeanwhileMakesNothing() async throws {
    let clock = FakeClock()
    let fixture = try await Fixture(clock: clock)
    let (id, token) = try await key(fixture)
    let planned = await fixture.send(
      .post, schedules,
      #"{"environment":"production","change":{"operation":"killFlag","flag":"new_checkout"},"at":"2027-01-15T09:00:00Z"}"#,
      token: token)
    #expect(planned.status == 201)
    #expect(planned["by"]?.stringValue == "token:\(id)")
    #expect(await fixture.control(.delete, "/api/v1/projects/shop/keys/\(id)").status == 204)
    clock.advance(milliseconds: PlanBench.hour)
    try await fixture.server.runDueSchedules()
    let failed = await fixture.control(.get, "\(schedules)/\(planned["id"]?.stringValue ?? "")")
    #expect(failed["state"] == "failed")
    #expect(failed["error"]?.stringValue == "token:\(id), who planned it, has no rights any more")
    #expect(await fixture.control(.get, Fixture.flags + "/new_checkout")["killed"] == false)
  }

  @Test func aTokenHasTheRightsThatItIsNarrowedToUntilItExpires() async throws {
    let clock = FakeClock()
    let fixture = try await Fixture(clock: clock)
    let (id, _) = try await key(fixture, #","scopes":["read","edit"],"expiresAt":"2027-01-16T08:00:00Z""#)
    let rights = try await rights(fixture, clock)
    let project = try #require(try await fixture.store.projects().first)
    let access = try #require(try await rights.access(of: "token:\(id)"))
    #expect(access.has(.edit, in: project.id))
    #expect(!access.has(.administer, in: project.id))
    #expect(!access.has(.edit, in: "p_other"))
    clock.advance(milliseconds: 24 * PlanBench.hour)
    #expect(try await rights.access(of: "token:\(id)") == nil)
  }

  @Test func nobodyElseHasAny() async throws {
    let clock = FakeClock()
    let rights = try await rights(try await Fixture(clock: clock), clock)
    for actor in ["setup", "token:none", "account:none", "", "token:"] {
      #expect(try await rights.access(of: actor) == nil)
    }
  }
}
