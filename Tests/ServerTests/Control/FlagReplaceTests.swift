import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct FlagReplaceTests {
  private let path = Fixture.flags + "/new_checkout"

  /// The flag's document with some members set.
  private func document(_ fixture: Fixture, _ changes: JSONObject) async throws -> String {
    var document = try #require(await fixture.control(.get, path)["document"]?.objectValue)
    for (name, value) in changes { document[name] = value }
    return document.text
  }

  private func put(_ fixture: Fixture, _ document: String, ifMatch: String?) async -> Answer {
    await fixture.control(
      .put, path, #"{"document":\#(document),"reason":"test"}"#, headers: ifMatch.map { [("If-Match", $0)] } ?? [])
  }

  @Test func aReplacementNeedsTheVersionItStartedFrom() async throws {
    let fixture = try await Fixture()
    let answer = await put(fixture, try await document(fixture, [:]), ifMatch: nil)
    #expect(answer.status == 428)
    #expect(answer["code"] == "preconditionRequired")
    #expect(await put(fixture, try await document(fixture, [:]), ifMatch: "banana").status == 400)
  }

  @Test func changingRulesMovesTheItemAndChangingTheOwnerMovesTheFlag() async throws {
    let fixture = try await Fixture()
    let rules = await put(fixture, try await document(fixture, ["rules": [], "default": "on"]), ifMatch: "\"1.1\"")
    #expect(rules.status == 200)
    #expect(rules.header("etag") == "\"1.2\"")
    #expect(await fixture.evaluate("/v1/evaluate/new_checkout", "{}")["isEnabled"] == true)
    let owner = await put(fixture, try await document(fixture, ["owner": "core"]), ifMatch: "\"1.2\"")
    #expect(owner.header("etag") == "\"2.2\"")
    // An owner cannot change an answer, so no client is told to ask again.
    #expect(await fixture.evaluate("/v1/evaluate", "{}")["revision"] == 2)
  }

  @Test func anUnchangedDocumentWritesNothing() async throws {
    let fixture = try await Fixture()
    let answer = await put(fixture, try await document(fixture, [:]), ifMatch: "\"1.1\"")
    #expect(answer.status == 200)
    #expect(answer.header("etag") == "\"1.1\"")
    let audit = await fixture.control(.get, "/api/v1/projects/shop/audit")
    #expect(audit["entries"]?.arrayValue?.contains { $0["action"] == "flag.replace" } == false)
  }

  @Test func disjointEditsFromTheSameVersionAreBothKept() async throws {
    let fixture = try await Fixture()
    let description = try await document(fixture, ["description": "One page"])
    let rules = try await document(fixture, ["rules": []])
    #expect(await put(fixture, description, ifMatch: "\"1.1\"").status == 200)
    let second = await put(fixture, rules, ifMatch: "\"1.1\"")
    #expect(second.status == 200)
    #expect(second["document"]?["description"] == "One page")
    #expect(second["document"]?["rules"]?.arrayValue ?? [] == [])
  }

  @Test func editsOfTheSameMemberConflictAndNameWhoAndWhat() async throws {
    let fixture = try await Fixture()
    let mine = try await document(fixture, ["owner": "me"])
    #expect(await put(fixture, try await document(fixture, ["owner": "them"]), ifMatch: "\"1.1\"").status == 200)
    let answer = await put(fixture, mine, ifMatch: "\"1.1\"")
    #expect(answer.status == 412)
    let change = try #require(answer["conflict"]?["changes"]?[0])
    #expect(answer["conflict"]?["current"] == "2.1")
    #expect(change["member"] == "owner")
    #expect(change["before"] == "payments")
    #expect(change["after"] == "them")
    #expect(change["by"]?.stringValue?.hasPrefix("token:") == true)
    #expect(change["at"]?.stringValue?.hasSuffix("Z") == true)
    #expect(await fixture.control(.get, path)["document"]?["owner"] == "them")
  }

  @Test func aMergeThatWouldBeInvalidIsRefused() async throws {
    let fixture = try await Fixture()
    // One takes the variation away that the other starts to serve: each is fine alone.
    let variations: JSONValue = ["off": ["enabled": false], "on": ["enabled": true], "new": ["enabled": true]]
    #expect(
      await put(fixture, try await document(fixture, ["variations": variations]), ifMatch: "\"1.1\"").status == 200)
    let serving = try await document(fixture, ["default": "new"])
    let removing = try await document(fixture, ["variations": ["off": ["enabled": false], "on": ["enabled": true]]])
    #expect(await put(fixture, serving, ifMatch: "\"1.2\"").status == 200)
    let answer = await put(fixture, removing, ifMatch: "\"1.2\"")
    #expect(answer.status == 422)
    #expect(answer.faults.contains("default"))
  }

  @Test func rulesKeepTheirIdsAndSaltsOrAreRefused() async throws {
    let fixture = try await Fixture()
    let nameless = try await document(fixture, ["rules": [["rollout": ["percent": 10], "serve": "on"]]])
    let answer = await put(fixture, nameless, ifMatch: "*")
    #expect(answer.status == 422)
    #expect(answer.faults.contains("rules[0].id"))
    #expect(answer.faults.contains("rules[0].rollout.salt"))
  }

  @Test func aVersionThatNeverWasIsRefused() async throws {
    let fixture = try await Fixture()
    #expect(await put(fixture, try await document(fixture, ["owner": "x"]), ifMatch: "\"9.9\"").status == 412)
  }

  @Test func aReplacementNeverTakesAKillBack() async throws {
    let fixture = try await Fixture()
    let edited = try await document(fixture, ["default": "on", "rules": []])
    #expect(await fixture.control(.post, path + "/kill").status == 200)
    let answer = await put(fixture, edited, ifMatch: "*")
    #expect(answer.status == 200)
    #expect(answer["killed"] == true)
    #expect(await fixture.evaluate("/v1/evaluate/new_checkout", "{}")["reason"] == "killed")
  }

  @Test func aDocumentCannotKillButMayRepeatAKill() async throws {
    let fixture = try await Fixture()
    let killing = try await document(fixture, ["killed": true, "owner": "x"])
    let refused = await put(fixture, killing, ifMatch: "*")
    #expect(refused.status == 422)
    #expect(refused.faults.contains("killed"))
    #expect(await fixture.control(.post, path + "/kill").status == 200)
    #expect(await put(fixture, killing, ifMatch: "*").status == 200)
  }

  @Test func aPropertyAddedMeanwhileIsNotTakenAwayFromUnderItsFlag() async throws {
    let fixture = try await Fixture()
    let first = try await document(fixture, ["owner": "x"])
    var properties = try #require(await fixture.control(.get, path)["document"]?["properties"]?.objectValue)
    properties["title"] = ["type": "string", "default": "Pay"]
    let second = try await document(fixture, ["properties": .object(properties)])
    #expect(await put(fixture, second, ifMatch: "\"1.1\"").status == 200)
    // Made from the version without the property: merged, so it stays here as it does elsewhere.
    #expect(await put(fixture, first, ifMatch: "\"1.1\"").status == 200)
    for environment in ["production", "staging"] {
      let view = await fixture.control(
        .get, "/api/v1/projects/shop/environments/\(environment)/flags/new_checkout")
      #expect(view["document"]?["properties"]?["title"]?["default"] == "Pay")
    }
  }

  @Test func aNewPropertyReachesEveryEnvironmentWithItsDefault() async throws {
    let fixture = try await Fixture()
    var properties = try #require(await fixture.control(.get, path)["document"]?["properties"]?.objectValue)
    properties["title"] = ["type": "string", "default": "Pay"]
    let answer = await put(
      fixture, try await document(fixture, ["properties": .object(properties)]), ifMatch: "\"1.1\"")
    #expect(answer.status == 200)
    let staging = await fixture.control(.get, "/api/v1/projects/shop/environments/staging/flags/new_checkout")
    #expect(staging["document"]?["properties"]?["title"]?["default"] == "Pay")
    // Staging's variations still set the two others, so they cannot be taken away from under it.
    let removed = await put(fixture, try await document(fixture, ["properties": .null]), ifMatch: "*")
    #expect(removed.status == 422)
  }

  @Test func aPropertyKeepsItsType() async throws {
    let fixture = try await Fixture()
    var properties = try #require(await fixture.control(.get, path)["document"]?["properties"]?.objectValue)
    properties["layout"] = ["type": "string", "default": "x"]
    let answer = await put(
      fixture, try await document(fixture, ["properties": .object(properties)]), ifMatch: "\"1.1\"")
    #expect(answer.status == 422)
    #expect(answer.faults.contains("cannot change from json to string"))
  }

  @Test func hundredsOfConcurrentEditsLoseNothing() async throws {
    let fixture = try await Fixture()
    let path = path
    let base = try #require(await fixture.control(.get, path)["document"]?.objectValue)
    // Every edit adds a tag to what it read; a conflict reads again.
    await withTaskGroup { group in
      for number in 0..<40 {
        group.addTask {
          while true {
            let view = await fixture.control(.get, path)
            var document = view["document"]?.objectValue ?? base
            document["tags"] = .array((document["tags"]?.arrayValue ?? []) + [.string("t\(number)")])
            let answer = await fixture.control(
              .put, path, #"{"document":\#(document.text)}"#, headers: [("If-Match", view.header("etag") ?? "")])
            if answer.status == 200 { return }
            guard answer.status == 412 || answer.status == 409 else {
              Issue.record("unexpected \(answer.status): \(answer.text)")
              return
            }
          }
        }
      }
    }
    let tags = await fixture.control(.get, path)["document"]?["tags"]?.arrayValue?.compactMap(\.stringValue) ?? []
    #expect(Set(tags) == Set((0..<40).map { "t\($0)" } + ["checkout"]))
    #expect(tags.count == 41)
  }
}
