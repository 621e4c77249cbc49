import HTTP
import SerinFlags
import Testing

@testable import Server

@Suite struct ChangeRequestPreviewTests {
  private static let production = "/api/v1/projects/shop/environments/production"
  private static let path = production + "/change-requests"
  private static let change = #"{"operation":"replaceFlag","flag":"welcome_text","patch":{"default":"off"}}"#

  /// A server that has seen ten users, with a request that takes the welcome text away from all of them.
  private func fixture() async throws -> (fixture: Fixture, request: Answer, one: String) {
    let fixture = try await Fixture(clock: FakeClock())
    for user in 0..<10 {
      let body = #"{"context":{"userID":"user-\#(user)"}}"#
      #expect(await fixture.evaluate("/v1/evaluate", body).status == 200)
    }
    let request = await fixture.control(.post, Self.path, #"{"title":"Off","change":\#(Self.change)}"#)
    try #require(request.status == 201, "\(request.text)")
    return (fixture, request, Self.path + "/" + (request["id"]?.stringValue ?? ""))
  }

  @Test func aRequestIsCountedLikeTheChangeThatItHolds() async throws {
    let (fixture, _, one) = try await fixture()
    let previewed = await fixture.control(.post, one + "/preview")
    #expect(previewed.status == 200, "\(previewed.text)")
    #expect(previewed["flags"]?[0]?["flag"] == "welcome_text")
    #expect(previewed["flags"]?[0]?["changed"] == 10)
    let direct = await fixture.control(.post, Self.production + "/preview", #"{"change":\#(Self.change)}"#)
    #expect(previewed["flags"] == direct["flags"])
    #expect(previewed["summary"] == direct["summary"])
    #expect(await fixture.control(.get, one)["state"] == "open")
    #expect(await fixture.control(.get, Fixture.flags + "/welcome_text")["document"]?["default"] == "on")
  }

  @Test func itIsCountedOverWhatIsLiveNow() async throws {
    let (fixture, _, one) = try await fixture()
    #expect(await fixture.control(.post, Fixture.flags + "/welcome_text/kill").status == 200)
    let previewed = await fixture.control(.post, one + "/preview")
    #expect(previewed["flags"]?[0]?["changed"] == 0, "\(previewed.text)")
    #expect(previewed["revision"]?.numberValue == 2, "\(previewed.text)")
  }

  @Test func oneThatIsClosedAndOneThatIsNotThereAreRefused() async throws {
    let (fixture, request, one) = try await fixture()
    let hash = #"{"contentHash":"\#(request["contentHash"]?.stringValue ?? "")"}"#
    #expect(await fixture.control(.post, one + "/reject", hash).status == 200)
    let closed = await fixture.control(.post, one + "/preview")
    #expect(closed.status == 409)
    #expect(closed["detail"] == "the change request is rejected already")
    #expect(await fixture.control(.post, Self.path + "/cr_none/preview").status == 404)
  }

  @Test func whatWouldBeRefusedNowIsRefusedInTheSameWords() async throws {
    let (fixture, _, one) = try await fixture()
    #expect(await fixture.control(.post, "/api/v1/projects/shop/flags/welcome_text/archive").status == 200)
    let previewed = await fixture.control(.post, one + "/preview")
    let direct = await fixture.control(.post, Self.production + "/preview", #"{"change":\#(Self.change)}"#)
    #expect(previewed.status == 409)
    #expect(previewed["detail"] == direct["detail"])
  }

  @Test func whoeverMayNotEditLooksAtAKillAndNotAtConditions() async throws {
    let world = try await ControlWorld()
    let environment = "/environments/production"
    func propose(_ change: String) async -> String {
      let made = await world.make(
        .post, environment + "/change-requests", #"{"title":"t","change":\#(change)}"#)
      return Self.path + "/" + (made["id"]?.stringValue ?? "") + "/preview"
    }
    let edit = WorldRequest(method: .post, path: await propose(Self.change))
    let kill = WorldRequest(
      method: .post, path: await propose(#"{"operation":"killFlag","flag":"new_checkout"}"#))
    #expect(await world.send(kill, as: .viewer).status == 200)
    #expect(await world.send(edit, as: .editor).status == 200)
    let refused = await world.send(edit, as: .viewer)
    #expect(refused.status == 403)
    #expect(refused["detail"]?.stringValue?.hasPrefix("to look at what replaceFlag would do takes") == true)
  }
}
