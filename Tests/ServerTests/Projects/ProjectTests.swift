import HTTP
import SerinFlags
import Testing

@testable import Server

@Suite struct ProjectTests {
  @Test func aNewProjectHasItsEnvironmentsAndCanBeUsedAtOnce() async throws {
    let fixture = try await Fixture()
    let made = await fixture.control(
      .post, "/api/v1/projects", #"{"key":"web","name":"Web","environments":["test","live"],"reason":"new team"}"#)
    #expect(made.status == 201)
    #expect(made.header("location") == "/api/v1/projects/web")
    #expect(made["environments"]?.arrayValue?.map { $0["key"] } == ["test", "live"])
    let flag = await fixture.control(
      .post, "/api/v1/projects/web/environments/live/flags", #"{"key":"a","document":{"kind":"ops","owner":"me"}}"#)
    #expect(flag.status == 201)
    let audit = await fixture.control(.get, "/api/v1/projects/web/audit")
    let first = audit["entries"]?.arrayValue?.first
    #expect(first?["action"] == "project.create")
    #expect(first?["reason"] == "new team")
    #expect(first?["after"]?["project"]?["key"] == "web")
  }

  @Test(arguments: [
    (#"{"key":"a b"}"#, 422, "key"), (#"{"key":"web","environments":[]}"#, 422, "environments"),
    (#"{"key":"web","environments":["a","a"]}"#, 422, "environments[1]"), (#"{"key":"web","name":""}"#, 422, "name"),
    (#"{"name":"x"}"#, 422, "key"),
  ])
  func badNamesAreRefusedByTheirField(body: String, status: Int, path: String) async throws {
    let fixture = try await Fixture()
    let answer = await fixture.control(.post, "/api/v1/projects", body)
    #expect(answer.status == status)
    #expect(answer["errors"]?.arrayValue?.first?["path"]?.stringValue == path)
    #expect(await fixture.control(.get, "/api/v1/projects")["projects"]?.arrayValue?.count == 1)
  }

  @Test func aTakenKeyIsAConflict() async throws {
    let fixture = try await Fixture()
    #expect(await fixture.control(.post, "/api/v1/projects", #"{"key":"shop"}"#).status == 409)
  }

  @Test func renamingNeedsTheVersionAndKeepsTheId() async throws {
    let fixture = try await Fixture()
    let before = await fixture.control(.get, "/api/v1/projects/shop")
    #expect(before.header("etag") == "\"1\"")
    #expect(await fixture.control(.patch, "/api/v1/projects/shop", #"{"name":"x"}"#).status == 428)
    let renamed = await fixture.control(
      .patch, "/api/v1/projects/shop", #"{"key":"store","name":"The shop"}"#, headers: [("If-Match", "\"1\"")])
    #expect(renamed["id"] == before["id"])
    #expect(renamed["key"] == "store")
    #expect(renamed.header("etag") == "\"2\"")
    #expect(await fixture.control(.get, "/api/v1/projects/shop").status == 404)
    let stale = await fixture.control(
      .patch, "/api/v1/projects/store", #"{"name":"y"}"#, headers: [("If-Match", "\"1\"")])
    #expect(stale.status == 412)
    #expect(stale["conflict"]?["current"] == "2")
    let same = await fixture.control(
      .patch, "/api/v1/projects/store", #"{"name":"The shop"}"#, headers: [("If-Match", "\"2\"")])
    #expect(same.header("etag") == "\"2\"")
  }

  @Test func onlyAnEmptyProjectIsRemovedAndItsKeyIsFreeThen() async throws {
    let fixture = try await Fixture()
    let refused = await fixture.control(.delete, "/api/v1/projects/shop")
    #expect(refused.status == 409)
    #expect(refused["detail"]?.stringValue?.contains("flag \"new_checkout\"") == true)
    _ = await fixture.control(.post, "/api/v1/projects", #"{"key":"web"}"#)
    #expect(await fixture.control(.delete, "/api/v1/projects/web").status == 204)
    #expect(await fixture.control(.get, "/api/v1/projects/web").status == 404)
    let log = await fixture.control(.get, "/api/v1/audit")["entries"]?.arrayValue
    #expect(log?.last?["action"] == "project.remove")
    #expect(await fixture.control(.post, "/api/v1/projects", #"{"key":"web"}"#).status == 201)
    // Another node that starts later sees the same.
    let other = try await fixture.anotherServer()
    let list = await Fixture.send(to: other, .get, "/api/v1/projects", token: fixture.adminToken)
    #expect(list["projects"]?.arrayValue?.map { $0["key"] } == ["shop", "web"])
  }
}
