import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct SegmentTests {
  private static let beta = #""beta":{"any":[{"list":["alice"]},{"attribute":"plan","op":"equals","value":"pro"}]}"#
  private static let user = FlagText.flag("f", when: #"{"segment":"beta"}"#)
  private static let ruleset = "/api/v1/projects/shop/environments/production/ruleset"

  private func isOn(_ fixture: Fixture, _ user: String) async -> JSONValue? {
    await fixture.evaluate("/v1/evaluate/f", #"{"context":{"userID":"\#(user)"}}"#)["isEnabled"]
  }

  @Test func segmentsAreCreatedReplacedKeptAndRemovedOnlyWhenTold() async throws {
    let fixture = try await Fixture()
    let first = await fixture.apply(Self.user, segments: Self.beta)
    #expect(first.status == 200, "\(first.text)")
    #expect(first["segments"] == [["key": "beta", "result": "created"]])
    #expect(await isOn(fixture, "alice") == true)
    #expect(await isOn(fixture, "bob") == false)

    let again = await fixture.apply(Self.user, segments: Self.beta)
    #expect(again["segments"] == [["key": "beta", "result": "unchanged"]])
    #expect(again["revision"] == first["revision"])

    let replaced = await fixture.apply("", segments: #""beta":{"list":["bob"]}"#)
    #expect(replaced["segments"] == [["key": "beta", "result": "replaced"]])
    #expect(await isOn(fixture, "alice") == false)
    #expect(await isOn(fixture, "bob") == true)

    // A document that does not mention it leaves it alone.
    #expect(await fixture.apply(Self.user)["segments"] == [])
    #expect(await isOn(fixture, "bob") == true)

    let removed = await fixture.apply(FlagText.flag("f"), more: #","removeSegments":["beta"]"#)
    #expect(removed["segments"] == [["key": "beta", "result": "removed"]])
    #expect(await fixture.control(.get, Self.ruleset)["segments"] == nil)
    #expect(await isOn(fixture, "carol") == true)

    let back = await fixture.apply("", segments: Self.beta)
    #expect(back["segments"] == [["key": "beta", "result": "created"]])
  }

  @Test func theExportHasThemAndGoesBackInUnchanged() async throws {
    let fixture = try await Fixture()
    #expect(await fixture.apply(Self.user, segments: Self.beta).status == 200)
    let export = await fixture.control(.get, Self.ruleset)
    #expect(
      export["segments"] == [
        "beta": ["any": [["list": ["alice"]], ["attribute": "plan", "op": "equals", "value": "pro"]]]
      ])
    let path = "/api/v1/projects/shop/environments/production/apply"
    let again = await fixture.control(.post, path, #"{"document":\#(export.text)}"#)
    #expect(again["segments"] == [["key": "beta", "result": "unchanged"]])
    #expect(again["revision"] == export["revision"])
  }

  @Test func everyWriteLeavesAnAuditRowInItsEnvironment() async throws {
    let fixture = try await Fixture()
    #expect(await fixture.apply("", segments: Self.beta, more: #","reason":"trial""#).status == 200)
    #expect(await fixture.apply("", segments: #""beta":{"list":["x"]}"#).status == 200)
    #expect(await fixture.apply("", more: #","removeSegments":["beta"]"#).status == 200)
    let audit = await fixture.control(.get, "/api/v1/projects/shop/audit?object=segment:beta")
    let rows = audit["entries"]?.arrayValue ?? []
    #expect(rows.map { $0["action"] } == ["segment.create", "segment.replace", "segment.remove"])
    #expect(rows.map { $0["environment"] } == ["production", "production", "production"])
    #expect(rows.first?["reason"] == "trial")
    #expect(rows.first?["before"] == .null)
    #expect(rows.last?["after"]?["items"]?[0]?["gone"] == true)
  }

  @Test func anotherEnvironmentDoesNotSeeThem() async throws {
    let fixture = try await Fixture()
    #expect(await fixture.apply("", segments: Self.beta).status == 200)
    let staging = await fixture.control(.get, "/api/v1/projects/shop/environments/staging/ruleset")
    #expect(staging["segments"] == nil)
  }

  @Test func anotherNodeAndARestartedOneServeThem() async throws {
    let fixture = try await Fixture()
    #expect(await fixture.apply(Self.user, segments: Self.beta).status == 200)
    let other = try await fixture.anotherServer()
    let answer = await Fixture.send(
      to: other, .post, "/v1/evaluate/f", Array(#"{"context":{"userID":"alice"}}"#.utf8), token: fixture.clientKey)
    #expect(answer["isEnabled"] == true)
  }

  @Test func theSeedBringsThem() async throws {
    let fixture = try await Fixture(
      seed: #"{"schema":1,"project":"shop","flags":{\#(Self.user)},"segments":{\#(Self.beta)}}"#)
    #expect(await isOn(fixture, "alice") == true)
  }

  @Test func aSeedThatRefersToNothingIsRefused() async throws {
    await #expect(throws: Problem.self) {
      _ = try await Fixture(seed: #"{"schema":1,"project":"shop","flags":{\#(Self.user)}}"#)
    }
  }

  @Test(arguments: [
    (#","removeSegments":"beta""#, "removeSegments: must be an array"),
    (#","removeSegments":[1]"#, "removeSegments[0]: must be a segment's key"),
    (#","removeSegments":["nobody"]"#, "removeSegments[0]: there is no segment \"nobody\""),
    (#","removeSegments":["beta","beta"]"#, "removeSegments[0]: \"beta\" is in the document"),
  ])
  func removalsThatMakeNoSenseAreRefused(more: String, fault: String) async throws {
    let fixture = try await Fixture()
    let answer = await fixture.apply("", segments: Self.beta, more: more)
    #expect(answer.status == 422)
    #expect(answer.faults.hasPrefix(fault))
  }

  @Test func aListThatIsNotHereIsRefusedSinceItsFlagsCouldNotBeDecided() async throws {
    let fixture = try await Fixture()
    let digest = String(repeating: "9f", count: 32)
    let answer = await fixture.apply("", segments: #""vip":{"listed":{"digest":"\#(digest)","count":1000000}}"#)
    #expect(answer.status == 422)
    #expect(answer.faults.contains("segments.vip"))
  }

  @Test func anItemThatIsNotUnderstoodMakesItsFlagsMalformedAndSpoilsNobody() async throws {
    let fixture = try await Fixture()
    #expect(await fixture.apply(Self.user, segments: Self.beta).status == 200)
    let environment = try #require(
      try await fixture.store.environments(projectID: nil).first { $0.key == "production" })
    var edit = Edit(audit: Caller.setup.entry("segment.replace", "segment:beta", reason: ""))
    edit.items = [
      ItemWrite(
        environmentID: environment.id, kind: .segment, id: "beta", schema: 2,
        document: #"{"condition":{"moonPhase":"full"}}"#, expects: .present)
    ]
    _ = try await fixture.store.commit(Change(chain: environment.projectID, edits: [edit]))
    let server = try await fixture.anotherServer()
    func ask(_ path: String) async -> Answer {
      await Fixture.send(to: server, .post, path, Array("{}".utf8), token: fixture.clientKey)
    }
    #expect(await ask("/v1/evaluate/f")["reason"] == "malformed")
    #expect(await ask("/v1/evaluate/welcome_text")["isEnabled"] == true)
    let health = await Fixture.send(to: server, .get, "/readyz")
    #expect(health["status"] == "degraded")
    #expect(health["reasons"] == [#"environment "production" has 1 malformed flags"#])
  }
}
