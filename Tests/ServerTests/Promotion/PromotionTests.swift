import HTTP
import SerinFlags
import Testing

@testable import Server

@Suite struct PromotionTests {
  private let staging = "/api/v1/projects/shop/environments/staging"
  private let production = "/api/v1/projects/shop/environments/production"

  private func document(_ fixture: Fixture, _ environment: String) async -> JSONValue {
    await fixture.control(.get, environment + "/flags/new_checkout")["document"] ?? .null
  }

  private func promote(_ fixture: Fixture, _ body: String, plan: Bool = false) async -> Answer {
    await fixture.control(.post, staging + "/promote" + (plan ? "/plan" : ""), body)
  }

  @Test func thePlanShowsTheDifferencesAndWritesNothing() async throws {
    let fixture = try await Fixture()
    let before = await document(fixture, staging)
    let plan = await promote(fixture, #"{"from":"production","flags":["new_checkout"]}"#, plan: true)
    #expect(plan.status == 200)
    #expect(plan["applied"] == false)
    let flag = plan["flags"]?.arrayValue?.first
    #expect(flag?["changes"]?.arrayValue?.map { $0["path"] } == ["rules"])
    #expect(await document(fixture, staging) == before)
  }

  @Test func promotingKeepsRuleIdsAndSaltsAndLeavesOneAuditRow() async throws {
    let fixture = try await Fixture()
    let done = await promote(fixture, #"{"from":"production","flags":["new_checkout"],"reason":"ready"}"#)
    #expect(done.status == 200)
    #expect(done["applied"] == true)
    let (ours, theirs) = (await document(fixture, staging), await document(fixture, production))
    #expect(ours == theirs)
    let audit = await fixture.control(.get, "/api/v1/projects/shop/audit")["entries"]?.arrayValue ?? []
    let rows = audit.filter { $0["action"] == "flag.promote" }
    #expect(rows.count == 1)
    #expect(rows.first?["environment"] == "staging")
    #expect(rows.first?["reason"] == "ready")
    // Once more there is nothing to do, and nothing is written.
    let again = await promote(fixture, #"{"from":"production","flags":["new_checkout"]}"#)
    #expect(again["flags"]?.arrayValue?.first?["result"] == "unchanged")
    #expect(again["revision"] == done["revision"])
  }

  @Test func withValuesOnlyTheTargetsRulesStay() async throws {
    let fixture = try await Fixture()
    let current = await fixture.control(.get, production + "/flags/new_checkout")
    var changed = try #require(current["document"]?.objectValue)
    changed["properties"] = [
      "button_color": ["type": "string", "default": "red"], "max_items": ["type": "number", "default": 9],
      "layout": ["type": "json", "default": ["columns": 1]],
    ]
    let body: JSONValue = ["document": .object(changed)]
    #expect(
      await fixture.control(
        .put, production + "/flags/new_checkout", body.text(), headers: [("If-Match", "*")]
      ).status == 200)
    let rules = await document(fixture, staging)["rules"]
    #expect(await promote(fixture, #"{"from":"production","flags":["new_checkout"],"parts":["values"]}"#).status == 200)
    let after = await document(fixture, staging)
    #expect(after["properties"]?["button_color"]?["default"] == "red")
    #expect(after["rules"] == rules)
  }

  @Test func aMissingSegmentStandsInTheWayUnlessItIsTakenAlong() async throws {
    let fixture = try await Fixture()
    let flag =
      #""gated":{"kind":"release","owner":"x","rules":[{"id":"r_0000000c","when":{"segment":"beta"},"serve":"on"}]}"#
    let segments = #""beta":{"any":[{"segment":"staff"},{"list":["alice"]}]},"staff":{"list":["bob"]}"#
    #expect(await fixture.apply(flag, segments: segments).status == 200)
    let plan = await promote(fixture, #"{"from":"production","flags":["gated"]}"#, plan: true)
    #expect(plan["problems"]?.arrayValue?.first?["path"] == "flags.gated.rules[0].when.segment")
    let refused = await promote(fixture, #"{"from":"production","flags":["gated"]}"#)
    #expect(refused.status == 422)
    #expect(refused.faults.contains("flags.gated.rules[0].when.segment"))
    let done = await promote(fixture, #"{"from":"production","flags":["gated"],"segments":true}"#)
    #expect(done.status == 200)
    #expect(done["segments"] == ["beta", "staff"])
    let ruleset = await fixture.control(.get, staging + "/ruleset")
    #expect(ruleset["segments"]?["staff"] == ["list": ["bob"]])
  }

  @Test func aFlagThatChangedSinceThePlanIsNotOverwritten() async throws {
    let fixture = try await Fixture()
    let plan = await promote(fixture, #"{"from":"production","flags":["new_checkout"]}"#, plan: true)
    let version = plan["flags"]?.arrayValue?.first?["version"]?.stringValue ?? ""
    #expect(await fixture.control(.post, staging + "/flags/new_checkout/kill").status == 200)
    let stale = await promote(
      fixture, #"{"from":"production","flags":["new_checkout"],"versions":{"new_checkout":"\#(version)"}}"#)
    #expect(stale.status == 412)
    #expect(stale["conflict"]?["flag"] == "new_checkout")
    let fresh = await promote(fixture, #"{"from":"production","flags":["new_checkout"]}"#)
    #expect(fresh.status == 200)
    // A kill of the target is not taken back by what is taken over.
    #expect(await fixture.control(.get, staging + "/flags/new_checkout")["killed"] == true)
  }

  @Test(arguments: [
    (#"{"from":"staging"}"#, 422), (#"{"from":"nowhere"}"#, 404), (#"{}"#, 422),
    (#"{"from":"production","flags":["none"]}"#, 404), (#"{"from":"production","parts":["all"]}"#, 422),
    (#"{"from":"production","parts":[]}"#, 422), (#"{"from":"production","versions":{"a":"x"}}"#, 422),
  ])
  func badWishesAreRefused(body: String, status: Int) async throws {
    let fixture = try await Fixture()
    #expect(await promote(fixture, body).status == status)
    #expect(await promote(fixture, body, plan: body.contains("versions") == false).status == status)
  }

  @Test func aFlagThatIsNamedTwiceIsTakenOverOnce() async throws {
    let fixture = try await Fixture()
    let done = await promote(fixture, #"{"from":"production","flags":["new_checkout","new_checkout"]}"#)
    #expect(done.status == 200)
    #expect(done["flags"]?.arrayValue?.count == 1)
  }

  @Test func everyFlagIsTakenOverWhenNoneIsNamed() async throws {
    let fixture = try await Fixture()
    #expect(await promote(fixture, #"{"from":"production"}"#)["flags"]?.arrayValue?.count == 2)
    let ours = await fixture.control(.get, staging + "/ruleset")["flags"]
    let theirs = await fixture.control(.get, production + "/ruleset")["flags"]
    #expect(ours == theirs)
  }

  /// Regression: only the versions of the target were compared, so what nobody was shown was taken over.
  @Test func aSourceThatChangedSinceThePlanIsNotTakenOver() async throws {
    let fixture = try await Fixture()
    let wish = #""from":"production","flags":["gated"],"segments":true"#
    func version() async -> String {
      let plan = await promote(fixture, "{\(wish)}", plan: true)
      return plan["flags"]?.arrayValue?.first?["version"]?.stringValue ?? ""
    }
    func takeOver(at version: String) async -> Answer {
      await promote(fixture, "{\(wish),\"versions\":{\"gated\":\"\(version)\"}}")
    }
    let flag = FlagText.flag("gated", when: #"{"segment":"beta"}"#)
    #expect(await fixture.apply(flag, segments: #""beta":{"list":["alice"]}"#).status == 200)
    let before = await fixture.control(.get, staging + "/flags/gated")["document"]

    let ofFlag = await version()
    #expect(await fixture.apply(FlagText.flag("gated", when: #"{"not":{"segment":"beta"}}"#)).status == 200)
    let stale = await takeOver(at: ofFlag)
    #expect(stale.status == 412, "\(stale.text)")
    #expect(stale["detail"]?.stringValue?.contains("in \"production\"") == true)
    // A segment that comes along is part of what was shown.
    let ofSegment = await version()
    #expect(await fixture.apply("", segments: #""beta":{"list":["bob"]}"#).status == 200)
    #expect(await takeOver(at: ofSegment).status == 412)
    #expect(await fixture.control(.get, staging + "/flags/gated")["document"] == before)

    let done = await takeOver(at: await version())
    #expect(done.status == 200, "\(done.text)")
    #expect(done["segments"] == ["beta"])
  }
}
