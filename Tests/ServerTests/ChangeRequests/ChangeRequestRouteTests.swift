import HTTP
import SerinFlags
import Testing

@testable import Server

@Suite struct ChangeRequestRouteTests {
  private let environment = "/api/v1/projects/shop/environments/production"
  private var path: String { environment + "/change-requests" }

  private func protectedFixture() async throws -> (fixture: Fixture, other: String) {
    let fixture = try await Fixture(clock: FakeClock())
    let made = await fixture.control(.post, "/api/v1/projects/shop/keys", #"{"kind":"admin"}"#)
    let changed = await fixture.control(
      .patch, environment, #"{"protected":true}"#, headers: [("If-Match", "*")])
    #expect(changed.status == 200)
    return (fixture, try #require(made["value"]?.stringValue))
  }

  private let change =
    #"{"operation":"replaceFlag","flag":"new_checkout","patch":{"default":"on"}}"#

  @Test func aDirectWriteIsRefusedAndTheWayItNamesWorks() async throws {
    let (fixture, other) = try await protectedFixture()
    let flag = await fixture.control(.get, Fixture.flags + "/new_checkout")
    var document = try #require(flag["document"]?.objectValue?.editable)
    document["default"] = "on"
    let put = await fixture.control(
      .put, Fixture.flags + "/new_checkout", #"{"document":\#(document.text)}"#, headers: [("If-Match", "*")])
    #expect(put.status == 403)
    #expect(put["code"] == "approvalRequired")
    #expect(put["propose"]?.stringValue == path)
    let proposed = await fixture.control(.post, path, #"{"title":"Half","change":\#(change)}"#)
    #expect(proposed.status == 201)
    let one = path + "/" + (proposed["id"]?.stringValue ?? "")
    #expect(proposed.header("location") == one)
    #expect(await fixture.control(.get, path)["changeRequests"]?.arrayValue?.map { $0["id"] } == [proposed["id"]])
    let hash = #"{"contentHash":"\#(proposed["contentHash"]?.stringValue ?? "")"}"#
    #expect(await fixture.control(.post, one + "/approve", hash).status == 403)
    #expect(await fixture.send(.post, one + "/approve", #"{"contentHash":"00"}"#, token: other).status == 412)
    #expect(await fixture.send(.post, one + "/approve", hash, token: other)["state"] == "approved")
    #expect(await fixture.control(.post, one + "/comments", #"{"text":"thanks"}"#).status == 201)
    let details = await fixture.control(.get, one)
    #expect(details["difference"]?.arrayValue?.first?["changes"]?.arrayValue?.first?["path"] == "default")
    #expect(details["verdicts"]?.arrayValue?.first?["counts"] == true)
    #expect(details["comments"]?.arrayValue?.first?["text"] == "thanks")
    let applied = await fixture.control(.post, one + "/apply")
    #expect(applied["state"] == "applied")
    #expect(await fixture.control(.get, Fixture.flags + "/new_checkout")["document"]?["default"] == "on")
    #expect(await fixture.control(.post, one + "/apply").status == 409)
    #expect(await fixture.control(.get, path)["changeRequests"] == [])
    #expect(await fixture.control(.get, path + "?state=applied")["changeRequests"]?.arrayValue?.count == 1)
    #expect(await fixture.control(.get, path + "?state=gone").status == 400)
  }

  @Test func anApprovedRequestIsPlannedMovedAndAppliedByTheServer() async throws {
    let clock = FakeClock()
    let fixture = try await Fixture(clock: clock)
    let made = await fixture.control(.post, "/api/v1/projects/shop/keys", #"{"kind":"admin"}"#)
    let other = try #require(made["value"]?.stringValue)
    _ = await fixture.control(.patch, environment, #"{"protected":true}"#, headers: [("If-Match", "*")])
    let proposed = await fixture.control(.post, path, #"{"title":"Half","change":\#(change)}"#)
    let one = path + "/" + (proposed["id"]?.stringValue ?? "")
    let hash = #"{"contentHash":"\#(proposed["contentHash"]?.stringValue ?? "")"}"#
    _ = await fixture.send(.post, one + "/approve", hash, token: other)
    let planned = await fixture.control(.post, one + "/apply", #"{"at":"2027-01-15T09:00:00Z"}"#)
    #expect(planned["state"] == "approved")
    let schedule = "/api/v1/projects/shop/schedules/" + (planned["schedule"]?.stringValue ?? "")
    #expect(await fixture.control(.get, schedule)["changeRequest"] == proposed["id"])
    let moved = await fixture.control(
      .patch, schedule, #"{"at":"2027-01-15T10:00:00Z"}"#, headers: [("If-Match", "*")])
    #expect(moved.status == 200)
    #expect(await fixture.control(.get, one)["applyAt"] == "2027-01-15T10:00:00.000Z")
    #expect(await fixture.control(.post, one + "/apply", #"{"at":"2027-01-15T09:00:00Z"}"#).status == 409)
    clock.advance(milliseconds: 2 * PlanBench.hour)
    try await fixture.server.runDueSchedules()
    #expect(await fixture.control(.get, one)["state"] == "applied")
    #expect(await fixture.control(.get, schedule)["state"] == "done")
  }

  @Test func editingAndRebasingAreTheAuthorsAndBreakingTheGlassTakesAReason() async throws {
    let (fixture, other) = try await protectedFixture()
    let proposed = await fixture.control(.post, path, #"{"title":"Half","change":\#(change)}"#)
    let one = path + "/" + (proposed["id"]?.stringValue ?? "")
    #expect(await fixture.control(.patch, one, #"{"title":"x"}"#).status == 428)
    let tag = [("If-Match", proposed.header("etag") ?? "")]
    #expect(await fixture.send(.patch, one, #"{"title":"x"}"#, token: other, headers: tag).status == 403)
    #expect(await fixture.control(.patch, one, #"{"title":"x"}"#, headers: tag)["title"] == "x")
    #expect(await fixture.control(.patch, one, #"{"title":"y"}"#, headers: tag).status == 412)
    #expect(await fixture.send(.post, one + "/rebase", token: other).status == 403)
    #expect(await fixture.control(.post, one + "/rebase").status == 200)
    #expect(await fixture.control(.post, one + "/break-glass", "{}").status == 422)
    #expect(await fixture.control(.post, one + "/break-glass", #"{"reason":"fire"}"#)["state"] == "applied")
  }
}
