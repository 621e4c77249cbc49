import HTTP
import SerinFlags
import Testing

@testable import Server

@Suite struct DocumentImpactTests {
  private static let path = "/api/v1/projects/shop/document"

  /// The body that plans the project as it is with the welcome text off in production.
  private func body(_ fixture: Fixture, default value: String = "off") async throws -> String {
    let whole = await fixture.control(.get, Self.path)
    let document = try #require(whole["document"])
      .setting("flags", "welcome_text", "environments", "production", "default", to: .string(value))
    return #"{"document":\#(document.text())}"#
  }

  @Test func aPlanCountsWhatItWouldDoInEachEnvironmentThatItTouches() async throws {
    let fixture = try await Fixture(clock: FakeClock())
    for user in 0..<10 {
      _ = await fixture.evaluate("/v1/evaluate", #"{"context":{"userID":"user-\#(user)"}}"#)
    }
    let body = try await body(fixture)
    let plan = await fixture.control(.post, Self.path + "/plan?impact=true", body)
    #expect(plan.status == 200, "\(plan.text)")
    #expect(plan["impact"]?.objectValue?.map(\.name) == ["production"])
    #expect(plan["impact"]?["production"]?["summary"]?["contexts"] == 10)
    #expect(plan["impact"]?["production"]?["summary"]?["flags"] == 1)
    let plain = await fixture.control(.post, Self.path + "/plan", body)
    #expect(plain["impact"] == nil)
    #expect(plain["planVersion"] == plan["planVersion"])
    #expect(await fixture.control(.get, Fixture.flags + "/welcome_text")["document"]?["default"] == "on")
  }

  @Test func aPlanThatChangesNothingTouchesNothingAndOneWithProblemsIsNotCounted() async throws {
    let fixture = try await Fixture()
    let same = await fixture.control(
      .post, Self.path + "/plan?impact=true", try await body(fixture, default: "on"))
    #expect(same["impact"] == [:], "\(same.text)")
    let bad = await fixture.control(
      .post, Self.path + "/plan?impact=true", try await body(fixture, default: "none"))
    #expect(bad["problems"]?.arrayValue?.isEmpty == false)
    #expect(bad["impact"] == JSONValue.null)
  }

  @Test func whoeverMayNotEditAnEnvironmentGetsNoCountsOfIt() async throws {
    let world = try await ControlWorld()
    let body = try await body(world.fixture)
    let request = WorldRequest(method: .post, path: Self.path + "/plan?impact=true", body: body)
    #expect(await world.send(request, as: .editor)["impact"]?.objectValue?.map(\.name) == ["production"])
    let viewer = await world.send(request, as: .viewer)
    #expect(viewer.status == 200)
    #expect(viewer["impact"]?.objectValue?.isEmpty ?? true)
  }
}
