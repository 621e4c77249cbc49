import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct FlagControlTests {
  private func create(_ fixture: Fixture, _ key: String, _ document: String) async -> Answer {
    await fixture.control(
      .post, Fixture.flags, #"{"key":"\#(key)","document":\#(document),"reason":"wanted"}"#)
  }

  @Test func createdFlagsAreEvaluatedAtOnceWithIdsAndSaltsFilledIn() async throws {
    let fixture = try await Fixture()
    let answer = await create(
      fixture, "banner",
      #"{"kind":"release","owner":"web","rules":[{"rollout":{"percent":100},"serve":"on"}]}"#)
    #expect(answer.status == 201)
    #expect(answer.header("etag") == "\"1.1\"")
    #expect(answer.header("location") == Fixture.flags + "/banner")
    let rule = try #require(answer["document"]?["rules"]?[0])
    #expect(rule["id"]?.stringValue?.wholeMatch(of: /r_[0-9a-f]{8}/) != nil)
    #expect(rule["rollout"]?["salt"]?.stringValue?.utf8.count == 8)
    #expect(await fixture.evaluate("/v1/evaluate/banner", "{}")["isEnabled"] == true)
  }

  @Test func inOtherEnvironmentsANewFlagIsOffForEverybody() async throws {
    let fixture = try await Fixture()
    _ = await create(
      fixture, "banner",
      #"{"kind":"release","owner":"web","default":"on","rules":[{"rollout":{"percent":100},"serve":"on"}]}"#)
    let staging = "/api/v1/projects/shop/environments/staging/flags/banner"
    let view = await fixture.control(.get, staging)
    #expect(view.status == 200)
    #expect(view["document"]?["rules"]?.arrayValue ?? [] == [])
    let evaluation = await fixture.control(.post, staging + "/evaluate", "{}")
    #expect(evaluation["evaluation"]?["isEnabled"] == false)
  }

  @Test func inOtherEnvironmentsANewKillSwitchHasItsDefault() async throws {
    let fixture = try await Fixture()
    _ = await create(fixture, "payments", #"{"kind":"killSwitch","owner":"web","default":"on"}"#)
    let staging = "/api/v1/projects/shop/environments/staging/flags/payments/evaluate"
    #expect(await fixture.control(.post, staging, "{}")["evaluation"]?["isEnabled"] == true)
  }

  @Test func aKeyCanBeTakenOnlyOnceArchivedOrNot() async throws {
    let fixture = try await Fixture()
    let document = #"{"kind":"release","owner":"web"}"#
    #expect(await create(fixture, "banner", document).status == 201)
    #expect(await create(fixture, "banner", document).status == 409)
    #expect(await fixture.control(.post, "/api/v1/projects/shop/flags/banner/archive").status == 200)
    let again = await create(fixture, "banner", document)
    #expect(again.status == 409)
    #expect(again["detail"]?.stringValue?.contains("archived") == true)
  }

  @Test(arguments: ["a key", "", "-x", "ä", "a/b", String(repeating: "k", count: 129)])
  func aKeyOutsideTheGrammarIsRefused(key: String) async throws {
    let fixture = try await Fixture()
    let answer = await create(fixture, key, #"{"kind":"release","owner":"web"}"#)
    #expect(answer.status == 422)
    #expect(answer.faults.hasPrefix("key: "))
  }

  @Test(arguments: [
    (#"{"kind":"release","owner":"w","colour":1}"#, "colour"),
    (#"{"kind":"relase","owner":"w"}"#, "relase"),
    (#"{"kind":"release"}"#, "owner"),
    (
      #"{"kind":"release","owner":"w","rules":[{"rollout":{"percent":101},"serve":"on"}]}"#,
      "rules[0].rollout.percent: 101"
    ),
    (
      #"{"kind":"release","owner":"w","rules":[{"rollout":{"percent":-1},"serve":"on"}]}"#,
      "rules[0].rollout.percent: -1"
    ),
    (#"{"kind":"release","owner":"w","rules":[{"rollout":{"percent":5.0000001},"serve":"on"}]}"#, "six decimals"),
    (
      #"{"kind":"release","owner":"w","rules":[{"rollout":{"percent":"NaN"},"serve":"on"}]}"#,
      "rules[0].rollout.percent"
    ),
    (
      #"{"kind":"release","owner":"w","rules":[{"id":"r_00000001","serve":"on"},{"id":"r_00000001","serve":"on"}]}"#,
      "r_00000001"
    ),
    (#"{"kind":"release","owner":"w","rules":[{"serve":"blue"}]}"#, "rules[0].serve"),
    (#"{"kind":"release","owner":"w","properties":{"n":{"type":"number","default":"3"}}}"#, "properties.n.default"),
    (#"{"kind":"release","owner":"w","off":"on"}"#, "off: must name a variation that is not enabled"),
    (#"{"kind":"release","owner":"w","archived":true}"#, "archived"),
    (
      #"{"kind":"release","owner":"w","properties":{"j":{"type":"json","default":"#
        + String(repeating: "[", count: 17) + String(repeating: "]", count: 17) + "}}}", "deeper than 16 levels"
    ),
    (#"[]"#, "object"),
  ])
  func aBadDocumentIsRefusedByPathAndNothingIsWritten(document: String, wanted: String) async throws {
    let fixture = try await Fixture()
    let answer = await create(fixture, "banner", document)
    #expect(answer.status == 422)
    #expect(answer.faults.contains(wanted))
    #expect(await fixture.control(.get, Fixture.flags + "/banner").status == 404)
    #expect(await fixture.evaluate("/v1/evaluate", "{}")["revision"] == 1)
  }

  @Test(arguments: [#"{"key":"a","key":"b"}"#, "{\"key\":", #"{"key":"a","document":{"kind":NaN}}"#])
  func bodiesThatAreNotStrictJSONAreRefused(body: String) async throws {
    let fixture = try await Fixture()
    #expect(await fixture.control(.post, Fixture.flags, body).status == 400)
  }

  @Test func writesCarryAnIdThatTheAuditLogHasToo() async throws {
    let fixture = try await Fixture()
    let answer = await fixture.control(.post, Fixture.flags + "/welcome_text/kill")
    let id = try #require(answer.header("x-request-id"))
    let chain = try await fixture.store.projects()[0].id
    let rows = try await fixture.store.audit(chain: chain, after: 0, object: nil, limit: 100)
    #expect(rows.last?.entry.requestID == id)
  }

  @Test func aFlagOfANewerVersionIsEvaluatedAndKilledButNotEdited() async throws {
    let fixture = try await Fixture()
    let place = try #require(try await fixture.store.environments(projectID: nil).first { $0.key == "production" })
    let flag = try #require(try await fixture.store.flag(projectID: place.projectID, key: "welcome_text"))
    var edit = Edit(audit: Caller.setup.entry("flag.replace", "flag:\(flag.id)", reason: ""))
    edit.items = [
      ItemWrite(
        environmentID: place.id, kind: .flag, id: flag.id, schema: 2,
        document: #"{"key":"welcome_text","kind":"ops","default":"on","novelty":{"a":1}}"#, expects: .present)
    ]
    _ = try await fixture.store.commit(Change(chain: place.projectID, edits: [edit]))
    let path = Fixture.flags + "/welcome_text"
    let put = await fixture.control(
      .put, path, #"{"document":{"kind":"ops","owner":"x"}}"#, headers: [("If-Match", "*")])
    #expect(put.status == 409)
    #expect(await fixture.control(.post, path + "/kill").status == 200)
    #expect(await fixture.evaluate("/v1/evaluate/welcome_text", "{}")["reason"] == "killed")
    #expect(await fixture.control(.get, path)["document"]?["novelty"] == ["a": 1])
  }

  @Test func listsHideArchivedFlagsUnlessAskedFor() async throws {
    let fixture = try await Fixture()
    #expect(await fixture.control(.post, "/api/v1/projects/shop/flags/welcome_text/archive").status == 200)
    let listed = await fixture.control(.get, Fixture.flags)
    #expect(listed["flags"]?.arrayValue?.map { $0["key"] } == ["new_checkout"])
    let all = await fixture.control(.get, Fixture.flags + "?archived=true")
    #expect(all["flags"]?.arrayValue?.map { $0["key"] } == ["new_checkout", "welcome_text"])
    #expect(await fixture.control(.get, Fixture.flags + "?archive=true").status == 400)
  }

  @Test func theExportedRulesetAppliesWithoutChange() async throws {
    let fixture = try await Fixture()
    let base = "/api/v1/projects/shop/environments/production"
    let ruleset = await fixture.control(.get, base + "/ruleset")
    let answer = await fixture.control(.post, base + "/apply", #"{"document":\#(ruleset.text)}"#)
    #expect(answer.status == 200)
    #expect(answer["results"]?.arrayValue?.map { $0["result"] } == ["unchanged", "unchanged"])
    #expect(answer["revision"] == 1)
  }

  @Test func evaluateWithReasonsTellsRuleByRule() async throws {
    let fixture = try await Fixture()
    let answer = await fixture.control(
      .post, Fixture.flags + "/new_checkout/evaluate",
      #"{"context":{"userID":"alice","attributes":{"country":"FR"}},"explain":true}"#)
    #expect(answer.status == 200)
    #expect(answer["evaluation"]?["key"] == "new_checkout")
    #expect(answer["explanation"]?["rules"]?.arrayValue?.count == 2)
    let plain = await fixture.control(.post, Fixture.flags + "/new_checkout/evaluate", "{}")
    #expect(plain["explanation"] == nil)
  }
}
