import HTTP
import SerinFlags
import Testing

@testable import Server

@Suite struct DocumentExportTests {
  static let path = "/api/v1/projects/shop/document"

  @Test func `the document has environments, flags and segments in the words of rulesets`() async throws {
    let fixture = try await Fixture()
    #expect(await fixture.apply("", segments: #""beta":{"list":["alice"]}"#).status == 200)
    let answer = await fixture.control(.get, Self.path)
    #expect(answer.status == 200)
    let document = try #require(answer["document"])
    #expect(document["schema"] == 1)
    #expect(document["project"] == ["key": "shop", "name": "shop"])
    #expect(document["environments"]?.objectValue?.names == ["development", "production", "staging"])
    #expect(
      document.at("environments", "production") == [
        "name": "production", "position": 2, "protected": false, "approvalsNeeded": 1, "keepsContexts": true,
      ])
    let flag = try #require(document.at("flags", "new_checkout"))
    #expect(flag["kind"] == "release" && flag["owner"] == "payments" && flag["tags"] == ["checkout"])
    let ruleset = await fixture.control(.get, "/api/v1/projects/shop/environments/production/ruleset").json
    let whole = try #require(ruleset.at("flags", "new_checkout")?.objectValue)
    var own: JSONObject = whole
    for name in ["kind", "owner", "tags"] { own[name] = nil }
    #expect(flag.at("environments", "production") == .object(own))
    #expect(flag.at("environments", "staging", "rules") == nil)
    #expect(document.at("segments", "beta") == ["kind": "list", "environments": ["production": ["list": ["alice"]]]])
    #expect(answer["revisions"]?["production"] == ruleset["revision"])
  }

  @Test func `nothing of people, tokens and the audit log is in it`() async throws {
    let fixture = try await Fixture()
    let browser = try await fixture.setUp()
    _ = try await fixture.join("eve", #""role":"editor""#, by: browser)
    let text = await fixture.control(.get, Self.path).text
    for secret in [fixture.clientKey, fixture.adminToken, "eve@", "root@example.com", "srn_", "editor", "audit"] {
      #expect(!text.contains(secret), "\(secret)")
    }
  }

  @Test func `the same state gives the same bytes, and a kill another document of the same version`() async throws {
    let fixture = try await Fixture()
    let first = await fixture.control(.get, Self.path)
    #expect(await fixture.control(.get, Self.path).bytes == first.bytes)
    #expect(await fixture.control(.post, Fixture.flags + "/welcome_text/kill").status == 200)
    let killed = await fixture.control(.get, Self.path)
    #expect(killed["version"] == first["version"])
    #expect(
      killed["document"]?.at("flags", "welcome_text", "environments", "production", "killed") == true)
    #expect(await fixture.apply("", segments: #""beta":{"list":["alice"]}"#).status == 200)
    #expect(await fixture.control(.get, Self.path)["version"] != first["version"])
  }

  @Test func `a long list is named by digest and count, and goes back where it is and nowhere else`() async throws {
    let fixture = try await Fixture()
    let segments = "/api/v1/projects/shop/environments/production/segments"
    #expect(await fixture.control(.post, segments, #"{"key":"vip","kind":"list"}"#).status == 201)
    let upload = await fixture.control(
      .put, segments + "/vip/list", SegmentBench.lines(0..<1001), headers: [("Content-Type", "text/plain")])
    #expect(upload.status == 200, "\(upload.text)")
    let document = try #require(await fixture.control(.get, Self.path)["document"])
    let listed = document.at("segments", "vip", "environments", "production", "listed")
    #expect(listed?["count"] == 1001)
    #expect(!document.text().contains("user-7"))
    let changed = document.setting("segments", "vip", "description", to: "paying")
    let plan = await fixture.control(.post, Self.path + "/plan", (["document": changed] as JSONValue).text())
    #expect(plan["problems"] == [])
    #expect(plan["changes"]?.arrayValue?.map { $0["action"] } == ["update"])
    #expect(await fixture.control(.post, "/api/v1/projects", #"{"key":"copy"}"#).status == 201)
    let other = await fixture.control(
      .post, "/api/v1/projects/copy/document/plan",
      (["document": document.setting("project", "key", to: "copy")] as JSONValue).text())
    #expect(
      other["problems"]?.arrayValue?.map { $0["path"] }
        == ["segments.vip.environments.production.listed.digest"])
  }
}
