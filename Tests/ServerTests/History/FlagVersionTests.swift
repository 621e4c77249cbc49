import HTTP
import SerinFlags
import Testing

@testable import Server

@Suite struct FlagVersionTests {
  private let path = Fixture.flags + "/new_checkout"

  /// Replaces members of the flag's document.
  private func edit(
    _ fixture: Fixture, reason: String, _ change: (inout JSONObject) -> Void
  ) async throws -> Answer {
    let current = await fixture.control(.get, path)
    var document = try #require(current["document"]?.objectValue)
    change(&document)
    let body: JSONValue = ["document": .object(document), "reason": .string(reason)]
    return await fixture.control(
      .put, path, body.text(), headers: [("If-Match", current.header("etag") ?? "")])
  }

  private func versions(_ fixture: Fixture, _ query: String = "") async -> [JSONValue] {
    await fixture.control(.get, path + "/versions" + query)["versions"]?.arrayValue ?? []
  }

  @Test func everyChangeIsAVersionWithAuthorTimeReasonAndDifference() async throws {
    let clock = FakeClock()
    let fixture = try await Fixture(clock: clock)
    clock.advance(seconds: 60)
    _ = try await edit(fixture, reason: "new team") { $0["owner"] = "web" }
    clock.advance(seconds: 60)
    _ = try await edit(fixture, reason: "half of everybody") {
      $0["rules"] = [
        [
          "id": "r_00000002", "rollout": ["percent": 50, "by": "userID", "salt": "s1", "otherwise": "off"],
          "serve": "on",
        ]
      ]
    }
    _ = await fixture.control(.post, path + "/kill", #"{"reason":"harm"}"#)
    let versions = await versions(fixture)
    #expect(versions.map { $0["version"] } == ["2.3", "2.2", "2.1", "1.1"])
    #expect(versions.map { $0["reason"] } == ["harm", "half of everybody", "new team", "first start"])
    #expect(versions.map { $0["action"] } == ["flag.kill", "flag.replace", "flag.replace", "flag.create"])
    #expect(versions[0]["changes"] == [["path": "killed", "before": false, "after": true]])
    #expect(versions[0]["killed"] == true)
    #expect(versions[1]["at"]?.stringValue == Instants.text(clock.now))
    #expect(
      versions[1]["changes"]?.arrayValue?.map { $0["path"] } == [
        "rules[r_00000002].rollout.percent", "rules[r_00000001]",
      ])
    #expect(versions[2]["changes"] == [["path": "owner", "before": "payments", "after": "web"]])
    #expect(versions[2]["by"]?.stringValue?.hasPrefix("token:") == true)
    #expect(versions[3]["by"] == "setup")
  }

  @Test func aChangeOfBothHalvesIsOneVersion() async throws {
    let fixture = try await Fixture(clock: FakeClock())
    _ = try await edit(fixture, reason: "both") {
      $0["owner"] = "web"
      $0["default"] = "on"
    }
    let versions = await versions(fixture)
    #expect(versions.map { $0["version"] } == ["2.2", "1.1"])
    #expect(versions.first?["changes"]?.arrayValue?.count == 2)
  }

  @Test func pagesFollowOneAnotherWithoutGapsOrRepeats() async throws {
    let clock = FakeClock()
    let fixture = try await Fixture(clock: clock)
    for index in 0..<23 {
      clock.advance(seconds: 1)
      if index % 3 == 0 {
        _ = try await edit(fixture, reason: "\(index)") { $0["description"] = .string("text \(index)") }
      } else {
        _ = await fixture.control(.post, path + (index % 3 == 1 ? "/kill" : "/unkill"), #"{"reason":"\#(index)"}"#)
      }
    }
    var seen: [String] = []
    var before = ""
    while true {
      let page = await fixture.control(.get, path + "/versions?limit=5" + before)
      seen += page["versions"]?.arrayValue?.compactMap { $0["reason"]?.stringValue } ?? []
      guard let next = page["next"]?.stringValue else { break }
      before = "&before=" + next
    }
    #expect(seen == (0..<23).reversed().map(String.init) + ["first start"])
  }

  @Test func anEarlierVersionCanBeReadAndRestoredWithTheSameRulesAndSalts() async throws {
    let clock = FakeClock()
    let fixture = try await Fixture(clock: clock)
    let original = await fixture.control(.get, path)
    clock.advance(seconds: 1)
    _ = try await edit(fixture, reason: "all gone") {
      $0["rules"] = []
      $0["owner"] = "web"
    }
    clock.advance(seconds: 1)
    let past = await fixture.control(.get, path + "/versions/1.1")
    #expect(past["document"] == original["document"])
    let restored = await fixture.control(.post, path + "/versions/1.1/restore", #"{"reason":"wrong way"}"#)
    #expect(restored.status == 200)
    #expect(restored["document"] == original["document"])
    #expect(restored["etag"] == "3.3")
    let newest = await versions(fixture).first
    #expect(newest?["action"] == "flag.restore")
    #expect(newest?["reason"] == "wrong way")
    // Once more changes nothing, so it makes no version.
    #expect(await fixture.control(.post, path + "/versions/1.1/restore")["etag"] == "3.3")
  }

  @Test func restoringTakesNoKillBackAndReachesNoOtherEnvironment() async throws {
    let fixture = try await Fixture(clock: FakeClock())
    let staging = "/api/v1/projects/shop/environments/staging/flags/new_checkout"
    let before = await fixture.control(.get, staging)["document"]?["rules"]
    _ = try await edit(fixture, reason: "") { $0["default"] = "on" }
    _ = await fixture.control(.post, path + "/kill")
    let restored = await fixture.control(.post, path + "/versions/1.1/restore")
    #expect(restored["killed"] == true)
    #expect(restored["document"]?["default"] == "off")
    #expect(await fixture.control(.get, staging)["document"]?["rules"] == before)
  }

  @Test(arguments: [("9.9", 404), ("1", 400), ("a.b", 400), ("0.1", 400), ("1.9", 404)])
  func aVersionThatNeverWasIsRefused(version: String, status: Int) async throws {
    let fixture = try await Fixture()
    #expect(await fixture.control(.get, path + "/versions/\(version)").status == status)
    #expect(await fixture.control(.post, path + "/versions/\(version)/restore").status == status)
  }

  @Test func aPairOfHalvesThatWereNeverThereTogetherIsNoVersion() async throws {
    let clock = FakeClock()
    let fixture = try await Fixture(clock: clock)
    for change in 0..<4 {
      clock.advance(seconds: 1)
      if change == 0 {
        _ = try await edit(fixture, reason: "") { $0["owner"] = "web" }
      } else {
        _ = await fixture.control(.post, path + (change % 2 == 1 ? "/kill" : "/unkill"))
      }
    }
    let known = Set(await versions(fixture).compactMap { $0["version"]?.stringValue })
    #expect(known == ["1.1", "2.1", "2.2", "2.3", "2.4"])
    for flag in 1...3 {
      for item in 1...5 {
        let version = "\(flag).\(item)"
        let status = await fixture.control(.get, path + "/versions/" + version).status
        #expect(status == (known.contains(version) ? 200 : 404), "\(version)")
      }
    }
  }

  @Test func restoringWhatRefersToSomethingThatIsGoneIsRefusedWithTheReference() async throws {
    let fixture = try await Fixture(clock: FakeClock())
    _ = await fixture.apply("", segments: #""beta":{"list":["alice"]}"#)
    _ = try await edit(fixture, reason: "") {
      $0["rules"] = [["id": "r_0000000b", "when": ["segment": "beta"], "serve": "on"]]
    }
    _ = try await edit(fixture, reason: "") { $0["rules"] = [] }
    #expect(await fixture.apply("", more: #","removeSegments":["beta"]"#).status == 200)
    let answer = await fixture.control(.post, path + "/versions/1.2/restore")
    #expect(answer.status == 422)
    #expect(answer.faults.contains("rules[0].when.segment"))
  }
}
