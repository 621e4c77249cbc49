import HTTP
import SerinFlags
import TestRandom
import Testing

@testable import Server

@Suite struct DocumentRoundTripTests {
  private static let rules = #"""
    "rules":[
      {"id":"r_0000000a","when":{"all":[{"segment":"beta"},{"any":[
        {"attribute":"country","op":"in","values":["DE","FR"]},
        {"not":{"attribute":"plan","op":"equals","value":"free"}}]}]},"serve":"on"},
      {"id":"r_0000000b","rollout":{"percent":37.5,"salt":"sALT1234","otherwise":"continue"},"serve":"on"},
      {"id":"r_0000000c","when":{"attribute":"country","op":"equals","value":"DE"},
       "serve":{"split":[{"variation":"on","weight":1},{"variation":"off","weight":2}],"salt":"other123"}}]
    """#

  /// A project with something of everything, different from environment to environment.
  private func project() async throws -> Fixture {
    let fixture = try await Fixture()
    let flags = #"""
      "rich":{"kind":"release","owner":"web","description":"Rich","expires":"2027-03-01",
              "prerequisites":[{"flag":"base","enabled":true}],\#(Self.rules)},
      "base":{"kind":"release","owner":"web","default":"on"},
      "gone":{"kind":"ops","owner":"web","default":"on"},
      "guard":{"kind":"killSwitch","owner":"web","default":"on"}
      """#
    let segments =
      #""beta":{"any":[{"segment":"staff"},{"attribute":"plan","op":"startsWith","value":"p"}]},"#
      + #""staff":{"list":["user-1","user-2"]}"#
    let applied = await fixture.apply(flags, segments: segments)
    #expect(applied.status == 200, "\(applied.text)")
    let staging = "/api/v1/projects/shop/environments/staging"
    let promoted = await fixture.control(
      .post, staging + "/promote", #"{"from":"production","flags":["rich","base"],"segments":true}"#)
    #expect(promoted.status == 200, "\(promoted.text)")
    for path in [
      Fixture.flags + "/welcome_text/kill", staging + "/flags/guard/kill", "/api/v1/projects/shop/flags/gone/archive",
    ] { #expect(await fixture.control(.post, path).status == 200) }
    #expect(await fixture.control(.post, "/api/v1/projects", #"{"key":"copy","name":"Copy"}"#).status == 201)
    return fixture
  }

  private func export(_ fixture: Fixture, _ project: String) async throws -> JSONValue {
    try #require(await fixture.control(.get, "/api/v1/projects/\(project)/document")["document"])
  }

  private func apply(_ document: JSONValue, _ fixture: Fixture, to project: String) async throws {
    let path = "/api/v1/projects/\(project)/document"
    let plan = await fixture.control(.post, path + "/plan", (["document": document] as JSONValue).text())
    #expect(plan["problems"] == [], "\(plan.text)")
    let body: JSONValue = ["document": document, "planVersion": plan["planVersion"] ?? .null]
    let applied = await fixture.control(.post, path + "/apply", body.text())
    #expect(applied["applied"] == true, "\(applied.text)")
    #expect(applied["changes"] == plan["changes"])
  }

  @Test func `a project that is applied to a new one answers a thousand contexts as the first`() async throws {
    let fixture = try await project()
    let document = try await export(fixture, "shop").setting("project", "key", to: "copy")
    try await apply(document, fixture, to: "copy")
    var random = SeededGenerator(seed: 2027)
    for _ in 0..<1000 {
      let context: JSONValue = [
        "userID": .string("user-\(Int.random(in: 0..<500, using: &random))"),
        "attributes": [
          "country": .string(["DE", "FR", "US"].randomElement(using: &random) ?? "DE"),
          "plan": .string(["free", "pro", "team"].randomElement(using: &random) ?? "free"),
        ],
      ]
      let body = (["context": context] as JSONValue).text()
      for environment in ["production", "staging"] {
        let answers = [
          await fixture.control(.post, "/api/v1/projects/shop/environments/\(environment)/evaluate", body)["flags"],
          await fixture.control(.post, "/api/v1/projects/copy/environments/\(environment)/evaluate", body)["flags"],
        ]
        #expect(answers[0] != nil && answers[0] == answers[1], "\(context)")
        if answers[0] != answers[1] { return }
      }
    }
  }

  @Test func `nothing is dropped: kills, archived flags, all and any, descriptions and salts`() async throws {
    let fixture = try await project()
    let document = try await export(fixture, "shop").setting("project", "key", to: "copy")
    try await apply(document, fixture, to: "copy")
    let copy = try await export(fixture, "copy")
    #expect(copy == document)
    #expect(copy.at("flags", "gone", "archived") == true)
    #expect(copy.at("flags", "guard", "environments", "staging", "killed") == true)
    let first = copy.at("flags", "rich", "environments", "production", "rules")?.arrayValue?.first
    #expect(first?.at("when", "all")?.arrayValue?.last?["any"]?.arrayValue?.count == 2)
    // An archived flag that came along can be brought back there as it was.
    #expect(await fixture.control(.post, "/api/v1/projects/copy/flags/gone/unarchive").status == 200)
  }

  @Test func `applied a second time nothing is planned and nothing is written`() async throws {
    let fixture = try await project()
    let document = try await export(fixture, "shop").setting("project", "key", to: "copy")
    try await apply(document, fixture, to: "copy")
    let before = await fixture.control(.get, "/api/v1/projects/copy/document")
    let rows = await fixture.control(.get, "/api/v1/projects/copy/audit?limit=1000")["entries"]?.arrayValue?.count
    let body = (["document": document] as JSONValue).text()
    let plan = await fixture.control(.post, "/api/v1/projects/copy/document/plan", body)
    #expect(plan["changes"] == [])
    try await apply(document, fixture, to: "copy")
    #expect(await fixture.control(.get, "/api/v1/projects/copy/document").bytes == before.bytes)
    let after = await fixture.control(.get, "/api/v1/projects/copy/audit?limit=1000")["entries"]?.arrayValue?.count
    #expect(rows != nil && rows == after)
  }

  @Test func `each environment gets one revision and each flag and segment one row for it`() async throws {
    let fixture = try await project()
    let document = try await export(fixture, "shop").setting("project", "key", to: "copy")
    let before = try #require(await fixture.control(.get, "/api/v1/projects/copy/document")["revisions"])
    try await apply(document, fixture, to: "copy")
    let after = try #require(await fixture.control(.get, "/api/v1/projects/copy/document")["revisions"])
    for key in ["production", "staging", "development"] {
      #expect(after[key]?.numberValue == (before[key]?.numberValue ?? 0) + 1, "\(key)")
    }
    let entries = await fixture.control(.get, "/api/v1/projects/copy/audit?limit=1000")["entries"]?.arrayValue ?? []
    let imported = entries.filter { $0["via"] == "import" }
    #expect(imported.filter { $0["action"] == "flag.create" }.count == 6 * 3)
    #expect(imported.filter { $0["action"] == "segment.create" }.count == 2 * 2)
    #expect(imported.filter { $0["action"] == "project.update" }.count == 1)
    #expect(imported.allSatisfy { $0["after"] != nil && $0["after"] != .null })
  }
}
