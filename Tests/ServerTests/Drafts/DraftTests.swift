import HTTP
import SerinFlags
import Testing

@testable import Server

@Suite struct DraftTests {
  private static let drafts = "/api/v1/projects/shop/environments/production/drafts"
  private static let draft = drafts + "/flag:new_checkout"

  @Test func aDraftIsKeptAndGivenBackAndChangesNothing() async throws {
    let fixture = try await Fixture()
    let flag = await fixture.control(.get, Fixture.flags + "/new_checkout")
    let base = try #require(flag["etag"]?.stringValue)
    let saved = await fixture.control(
      .put, Self.draft, #"{"base": "\#(base)", "document": {"description": "half a senten"}}"#)
    #expect(saved.status == 200, "\(saved.text)")
    #expect(saved["isOutdated"] == .bool(false))
    let read = await fixture.control(.get, Self.draft)
    #expect(read.json == saved.json)
    #expect(read["document"] == ["description": "half a senten"])
    let after = await fixture.control(.get, Fixture.flags + "/new_checkout")
    #expect(after.bytes == flag.bytes)
    #expect(await fixture.control(.get, Self.drafts)["drafts"]?.arrayValue == [saved.json])
  }

  @Test func aDraftTellsThatSomebodyChangedWhatItStartedFrom() async throws {
    let fixture = try await Fixture()
    let flag = await fixture.control(.get, Fixture.flags + "/new_checkout")
    let base = try #require(flag["etag"]?.stringValue)
    _ = await fixture.control(.put, Self.draft, #"{"base": "\#(base)", "document": {}}"#)
    #expect(await fixture.control(.post, Fixture.flags + "/new_checkout/kill").status == 200)
    let read = await fixture.control(.get, Self.draft)
    #expect(read["isOutdated"] == .bool(true))
    #expect(read["base"]?.stringValue == base)
    #expect(read["current"]?.stringValue != base)
  }

  @Test func somethingNewMayBeADraftToo() async throws {
    let fixture = try await Fixture()
    for name in ["flag:does_not_exist", "segment:nor_this"] {
      let saved = await fixture.control(.put, Self.drafts + "/" + name, #"{"document": {"a": [1, 2]}}"#)
      #expect(saved.status == 200, "\(saved.text)")
      #expect(saved["isOutdated"] == .bool(false))
      #expect(saved["current"] == nil)
    }
  }

  @Test func nobodyElseSeesADraft() async throws {
    let fixture = try await Fixture()
    let root = try await fixture.setUp()
    let editor = try await fixture.join("ed", #""role":"editor""#, by: root)
    let viewer = try await fixture.join("vi", #""role":"viewer""#, by: root)
    #expect(await editor.send(.put, Self.draft, #"{"document": {"mine": true}}"#).status == 200)
    #expect(await root.send(.get, Self.draft).status == 404)
    #expect(await root.send(.delete, Self.draft).status == 404)
    #expect(await root.send(.get, Self.drafts)["drafts"]?.arrayValue == [])
    #expect(await viewer.send(.put, Self.draft, #"{"document": {}}"#).status == 403)
    #expect(await editor.send(.get, Self.draft).status == 200)
  }

  @Test func aDraftCanBeThrownAwayOnce() async throws {
    let fixture = try await Fixture()
    _ = await fixture.control(.put, Self.draft, #"{"document": {}}"#)
    #expect(await fixture.control(.delete, Self.draft).status == 204)
    #expect(await fixture.control(.delete, Self.draft).status == 404)
    #expect(await fixture.control(.get, Self.draft).status == 404)
  }

  @Test(arguments: ["new_checkout", "rule:x", "flag:", "flag:\(String(repeating: "x", count: 257))"])
  func aNameThatIsNoneIsRefused(name: String) async throws {
    let fixture = try await Fixture()
    let answer = await fixture.control(.put, Self.drafts + "/" + name, #"{"document": {}}"#)
    #expect(answer.status == 422)
    #expect(answer.faults.contains("flag:KEY or segment:KEY"))
  }

  @Test(arguments: [
    #"{}"#, #"{"document": []}"#, #"{"document": {}, "base": "x"}"#, #"{"document": {}, "more": 1}"#,
  ])
  func aBodyThatIsNoneIsRefused(body: String) async throws {
    let fixture = try await Fixture()
    #expect(await fixture.control(.put, Self.draft, body).status == 422)
  }

  @Test func sizeAndNumberAreLimited() async throws {
    let fixture = try await Fixture()
    // {"a":"..."} has 8 bytes beside the text.
    let fits = String(repeating: "x", count: DraftService.maximumBytes - 8)
    #expect(await fixture.control(.put, Self.draft, #"{"document": {"a":"\#(fits)"}}"#).status == 200)
    let large = await fixture.control(.put, Self.draft, #"{"document": {"a":"\#(fits)x"}}"#)
    #expect(large.faults.contains("at most \(DraftService.maximumBytes)"))
    for index in 1..<DraftService.maximumDrafts {
      #expect(await fixture.control(.put, Self.drafts + "/flag:d\(index)", #"{"document": {}}"#).status == 200)
    }
    #expect(await fixture.control(.put, Self.drafts + "/flag:more", #"{"document": {}}"#).status == 409)
    #expect(await fixture.control(.put, Self.draft, #"{"document": {}}"#).status == 200)
  }

  @Test func aDraftThatNobodyTouchesIsThrownAwayAfterThirtyDays() async throws {
    let clock = FakeClock()
    let fixture = try await Fixture(clock: clock)
    _ = await fixture.control(.put, Self.draft, #"{"document": {}}"#)
    clock.advance(milliseconds: DraftService.lifetime - 1)
    await fixture.server.maintain()
    #expect(await fixture.control(.get, Self.draft).status == 200)
    clock.advance(milliseconds: 1)
    await fixture.server.maintain()
    #expect(await fixture.control(.get, Self.draft).status == 404)
  }
}
