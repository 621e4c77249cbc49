import HTTP
import SerinFlags
import Testing

@testable import Server

@Suite struct SegmentRouteTests {
  private static let project = "/api/v1/projects/shop/segments"
  private static let path = "/api/v1/projects/shop/environments/production/segments"

  private func create(_ fixture: Fixture, _ more: String = "") async -> Answer {
    await fixture.control(
      .post, Self.path, #"{"key":"vip","kind":"list","description":"Paying","tags":["money"]\#(more)}"#)
  }

  @Test func aSegmentGoesThroughItsWholeLife() async throws {
    let fixture = try await Fixture()
    let made = await create(fixture)
    #expect(made.status == 201)
    #expect(made.header("location") == Self.path + "/vip")
    #expect(made.header("etag") == "\"1.1\"")
    #expect(made["count"] == 0)

    let edited = await fixture.control(
      .patch, Self.path + "/vip", #"{"definition":{"list":["alice","bob"]},"reason":"trial"}"#,
      headers: [("If-Match", "\"1.1\"")])
    #expect(edited.status == 200, "\(edited.text)")
    #expect(edited.header("etag") == "\"1.2\"")

    let replaced = await fixture.control(.put, Self.path + "/vip/list?reason=import", "carol\ndave\nerin")
    #expect(replaced.json == ["count": 3, "lines": 3, "added": 3, "removed": 2])
    let added = await fixture.control(.post, Self.path + "/vip/list", "alice\n")
    #expect(added.json == ["count": 4, "lines": 1, "added": 1, "removed": 0])
    let removed = await fixture.control(.post, Self.path + "/vip/list?mode=remove", "alice\ncarol\n")
    #expect(removed.json == ["count": 2, "lines": 2, "added": 0, "removed": 2])
    #expect(await fixture.control(.get, Self.path + "/vip/list").json == ["count": 2, "digest": nil])

    let contains = await fixture.control(.post, Self.path + "/vip/contains", #"{"id":"dave"}"#)
    #expect(contains.json == ["contains": true])
    let before = await fixture.control(
      .post, Self.path + "/vip/contains", #"{"id":"dave","at":"2001-01-01T00:00:00Z"}"#)
    #expect(before.json == ["contains": false])

    let all = await fixture.control(.get, Self.project)
    #expect(all["segments"]?[0]?["environments"] == ["production"])
    #expect(await fixture.control(.get, Self.path)["segments"]?[0]?["key"] == "vip")

    #expect(await fixture.apply(FlagText.flag("f", when: #"{"segment":"vip"}"#)).status == 200)
    let usage = await fixture.control(.get, Self.project + "/vip/usage")
    #expect(usage["environments"]?[0]?["uses"]?[0]?["rule"] == "r_00000001")
    let refused = await fixture.control(.delete, Self.project + "/vip")
    #expect(refused.status == 409)
    #expect(refused.faults == "environments.production.flags.f.rules[0].when.segment: refers to the segment")
    #expect(await fixture.apply(FlagText.flag("f")).status == 200)
    #expect(await fixture.control(.delete, Self.project + "/vip", #"{"reason":"done"}"#).status == 204)
    #expect(await fixture.control(.get, Self.path + "/vip").status == 404)
    #expect(await create(fixture).status == 409)
    #expect(await create(fixture, #","reuseKey":true,"reason":"new meaning""#).status == 201)

    let audit = await fixture.control(.get, "/api/v1/projects/shop/audit?object=segment:vip")
    #expect(
      audit["entries"]?.arrayValue?.map { $0["action"] } == [
        "segment.create", "segment.edit", "segment.list", "segment.list", "segment.list", "segment.delete",
        "segment.create",
      ])
    #expect(audit["entries"]?[2]?["reason"] == "import")
  }

  @Test(arguments: [
    (HTTPMethod.patch, "/vip", #"{"description":"x"}"#, [(String, String)](), 428, "If-Match"),
    (.patch, "/vip", #"{"description":"x"}"#, [("If-Match", "seven")], 400, "such as \"1.5\""),
    (.patch, "/vip", #"{"description":"x"}"#, [("If-Match", "\"9.9\"")], 412, "is not a version"),
    (.patch, "/vip", #"{"tags":[""]}"#, [("If-Match", "*")], 422, "tags[0]"),
    (.put, "/vip/list?mode=merge", "a", [], 400, "replace, add, remove"),
    (.put, "/vip/list", "a\n\n", [], 422, "line 2"),
    (.put, "/vip/list", "a", [("If-Match", "\"1.7\"")], 412, "is at \"1.1\""),
    (.post, "/vip/contains", #"{"id":7}"#, [], 422, "must be a string"),
    (.post, "/vip/contains", #"{"id":"a","at":"noon"}"#, [], 422, "RFC 3339"),
    (.get, "/nobody/list", "", [], 404, "no segment \"nobody\""),
    (.post, "", #"{"key":"x","kind":"people"}"#, [], 422, "conditions, list, behaviour"),
  ])
  func whatCannotBeDoneIsRefusedInWords(
    method: HTTPMethod, path: String, body: String, headers: [(String, String)], status: Int, words: String
  ) async throws {
    let fixture = try await Fixture()
    #expect(await create(fixture).status == 201)
    let answer = await fixture.control(method, Self.path + path, body, headers: headers)
    #expect(answer.status == status, "\(answer.text)")
    #expect(answer["detail"]?.stringValue?.contains(words) == true, "\(answer.text)")
  }

  @Test func anEnvironmentWithALongListIsNotCopied() async throws {
    let fixture = try await Fixture()
    #expect(await create(fixture).status == 201)
    let ids = (0..<1001).map { "user-\($0)\n" }.joined()
    #expect(await fixture.control(.put, Self.path + "/vip/list", ids).status == 200)
    let copy = await fixture.control(
      .post, "/api/v1/projects/shop/environments", #"{"key":"copy","copyFrom":"production"}"#)
    #expect(copy.status == 409)
    #expect(copy["detail"]?.stringValue?.contains("the ids of vip are kept as hashes") == true)
  }

  @Test func bodiesAreReadPieceByPieceForAdministratorsOnly() async throws {
    let fixture = try await Fixture()
    let path = Self.path + "/vip/list"
    let admin = HTTPHeaders([("Authorization", "Bearer \(fixture.adminToken)")])
    let client = HTTPHeaders([("Authorization", "Bearer \(fixture.clientKey)")])
    #expect(fixture.server.streamsBody(.put, path, admin))
    #expect(!fixture.server.streamsBody(.put, path, client))
    #expect(!fixture.server.streamsBody(.put, Self.path + "/vip/contains", admin))
    #expect(fixture.server.bodyLimit(.put, path, admin) == 1024 * 1024 * 1024)
    #expect(fixture.server.bodyLimit(.put, path, client) == 64 * 1024)
  }
}
