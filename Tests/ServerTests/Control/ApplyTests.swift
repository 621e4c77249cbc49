import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct ApplyTests {
  private let path = "/api/v1/projects/shop/environments/production/apply"

  private func apply(_ fixture: Fixture, _ flags: String, _ head: String = "") async -> Answer {
    await fixture.control(.post, path, #"{"document":{"schema":1,\#(head)"flags":{\#(flags)}},"reason":"git"}"#)
  }

  @Test func createsReplacesAndLeavesTheRestAlone() async throws {
    let fixture = try await Fixture()
    let answer = await apply(
      fixture,
      #""a":{"kind":"release","owner":"w"},"welcome_text":{"kind":"ops","owner":"growth","value":"text","properties":{"text":{"type":"string","default":"bye"}},"variations":{"off":{"enabled":false},"on":{"enabled":true}},"off":"off","default":"on"}"#
    )
    #expect(answer.status == 200)
    #expect(answer["results"]?.arrayValue?.map { $0["result"] } == ["created", "replaced"])
    #expect(await fixture.evaluate("/ofrep/v1/evaluate/flags/welcome_text", "{}")["value"] == "bye")
    #expect(await fixture.evaluate("/v1/evaluate", "{}")["flags"]?.arrayValue?.count == 3)
  }

  @Test func oneBadFlagStopsAllOfThem() async throws {
    let fixture = try await Fixture()
    let answer = await apply(
      fixture,
      #""a":{"kind":"release","owner":"w"},"b":{"kind":"release","owner":"w","rules":[{"id":"r_00000001","rollout":{"percent":101,"salt":"x"},"serve":"on"}]}"#
    )
    #expect(answer.status == 422)
    #expect(answer.faults.contains("flags.b.rules[0].rollout.percent: 101 is not between 0 and 100"))
    #expect(await fixture.control(.get, Fixture.flags + "/a").status == 404)
  }

  @Test func rulesWithoutIdsAreRefusedSinceApplyingTwiceWouldReshuffle() async throws {
    let fixture = try await Fixture()
    let answer = await apply(
      fixture, #""a":{"kind":"release","owner":"w","rules":[{"rollout":{"percent":10},"serve":"on"}]}"#)
    #expect(answer.status == 422)
    #expect(answer.faults.contains("flags.a.rules[0].id"))
  }

  @Test func aDocumentOfAnotherEnvironmentIsRefused() async throws {
    let fixture = try await Fixture()
    let answer = await apply(fixture, "", #""environment":"staging","#)
    #expect(answer.status == 422)
    #expect(answer.faults.contains("document.environment"))
  }

  @Test func aKilledFlagStaysKilled() async throws {
    let fixture = try await Fixture()
    #expect(await fixture.control(.post, Fixture.flags + "/welcome_text/kill").status == 200)
    let answer = await apply(
      fixture,
      #""welcome_text":{"kind":"ops","owner":"core","killed":false,"properties":{"text":{"type":"string","default":"x"}}}"#
    )
    #expect(answer.status == 200)
    #expect(answer["results"]?[0]?["killed"] == true)
    #expect(await fixture.evaluate("/v1/evaluate/welcome_text", "{}")["reason"] == "killed")
  }
}
