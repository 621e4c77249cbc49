import HTTP
import SerinFlags
import Testing

@testable import Server

@Suite struct EnvironmentTests {
  private let path = "/api/v1/projects/shop/environments"

  @Test func aNewEnvironmentHasEveryFlagOffAndWithoutRules() async throws {
    let fixture = try await Fixture()
    let made = await fixture.control(.post, path, #"{"key":"qa","name":"Test lab"}"#)
    #expect(made.status == 201)
    #expect(made["position"] == 3)
    #expect(made["revision"] == 1)
    let flags = await fixture.control(.get, path + "/qa/flags")["flags"]?.arrayValue ?? []
    #expect(flags.map { $0["key"] } == ["new_checkout", "welcome_text"])
    for flag in flags {
      #expect(flag["document"]?["rules"]?.arrayValue ?? [] == [])
      #expect(flag["document"]?["default"] == "off")
    }
  }

  @Test func aKillSwitchHasItsDefaultInANewEnvironment() async throws {
    let fixture = try await Fixture()
    let document = #"{"kind":"killSwitch","owner":"ops","default":"on"}"#
    _ = await fixture.control(.post, Fixture.flags, #"{"key":"payments","document":\#(document)}"#)
    _ = await fixture.control(.post, path, #"{"key":"qa"}"#)
    let flag = await fixture.control(.get, path + "/qa/flags/payments")
    #expect(flag["document"]?["default"] == "on")
  }

  @Test func aCopyHasTheSameRulesSaltsKillsAndSegments() async throws {
    let fixture = try await Fixture()
    _ = await fixture.apply("", segments: #""beta":{"list":["alice"]}"#)
    _ = await fixture.control(.post, Fixture.flags + "/welcome_text/kill")
    #expect(await fixture.control(.post, path, #"{"key":"copy","copyFrom":"production"}"#).status == 201)
    let original = await fixture.control(.get, path + "/production/ruleset")
    let copy = await fixture.control(.get, path + "/copy/ruleset")
    #expect(copy["flags"] == original["flags"])
    #expect(copy["segments"] == original["segments"])
    #expect(await fixture.control(.post, path, #"{"key":"x","copyFrom":"nowhere"}"#).status == 404)
  }

  @Test func theKeysOfTheOriginalDoNotReachItsCopy() async throws {
    let fixture = try await Fixture()
    #expect(await fixture.control(.post, path, #"{"key":"copy","copyFrom":"production"}"#).status == 201)
    let keys = await fixture.control(.get, "/api/v1/projects/shop/keys")["keys"]?.arrayValue ?? []
    #expect(keys.contains { $0["environment"] == "production" })
    #expect(!keys.contains { $0["environment"] == "copy" })
    // A kill in the copy is not seen by the original's key, and one in the original is.
    let body = #"{"context":{"userID":"alice","attributes":{"country":"DE"}}}"#
    #expect(await fixture.control(.post, path + "/copy/flags/new_checkout/kill").status == 200)
    #expect(await fixture.evaluate("/v1/evaluate/new_checkout", body)["isEnabled"] == true)
    #expect(await fixture.control(.post, Fixture.flags + "/new_checkout/kill").status == 200)
    #expect(await fixture.evaluate("/v1/evaluate/new_checkout", body)["isEnabled"] == false)
    // One that is made for the copy reaches the copy alone.
    let made = await fixture.control(
      .post, "/api/v1/projects/shop/keys", #"{"kind":"client","environment":"copy"}"#)
    let key = try #require(made["value"]?.stringValue)
    #expect(await fixture.control(.post, path + "/copy/flags/new_checkout/unkill").status == 200)
    #expect(await fixture.send(.post, "/v1/evaluate/new_checkout", body, token: key)["isEnabled"] == true)
  }

  @Test func archivedFlagsStayArchivedInANewEnvironment() async throws {
    let fixture = try await Fixture()
    _ = await fixture.control(.post, "/api/v1/projects/shop/flags/welcome_text/archive")
    _ = await fixture.control(.post, path, #"{"key":"qa"}"#)
    let flags = await fixture.control(.get, path + "/qa/flags")["flags"]?.arrayValue
    #expect(flags?.map { $0["key"] } == ["new_checkout"])
    #expect(await fixture.control(.post, "/api/v1/projects/shop/flags/welcome_text/unarchive").status == 200)
    #expect(await fixture.control(.get, path + "/qa/flags")["flags"]?.arrayValue?.count == 2)
  }

  @Test func renamingAndProtectingNeedTheVersionAndLeaveTheRevisionAlone() async throws {
    let fixture = try await Fixture()
    let before = await fixture.control(.get, path + "/production")
    let changed = await fixture.control(
      .patch, path + "/production", #"{"key":"live","protected":true,"approvalsNeeded":2,"reason":"go live"}"#,
      headers: [("If-Match", before.header("etag") ?? "")])
    #expect(changed.status == 200)
    #expect(changed["key"] == "live")
    #expect(changed["protected"] == true)
    #expect(changed["approvalsNeeded"] == 2)
    #expect(changed["revision"] == before["revision"])
    #expect(await fixture.control(.get, path + "/production").status == 404)
    // The client key goes on evaluating: it names the environment by its id.
    #expect(await fixture.evaluate("/v1/evaluate/new_checkout", "{}").status == 200)
    let stale = await fixture.control(
      .patch, path + "/live", #"{"key":"online","reason":"x"}"#, headers: [("If-Match", before.header("etag") ?? "")])
    #expect(stale.status == 412)
    let audit = await fixture.control(
      .get, "/api/v1/projects/shop/audit?object=environment:\(before["id"]?.stringValue ?? "")")
    let row = audit["entries"]?.arrayValue?.last
    #expect(row?["action"] == "environment.update")
    #expect(row?["before"]?["environments"]?.arrayValue?.first?["protected"] == false)
    #expect(row?["after"]?["environments"]?.arrayValue?.first?["protected"] == true)
  }

  @Test(arguments: [
    (#"{"approvalsNeeded":0}"#, "approvalsNeeded"), (#"{"protected":"yes"}"#, "protected"),
    (#"{"position":1.5}"#, "position"), (#"{"key":"a/b"}"#, "key"), (#"{"name":"\u0007"}"#, "name"),
  ])
  func badFieldsAreRefusedByName(body: String, field: String) async throws {
    let answer = await (try await Fixture()).control(.patch, path + "/staging", body, headers: [("If-Match", "*")])
    #expect(answer.status == 422)
    #expect(answer["errors"]?.arrayValue?.first?["path"]?.stringValue == field)
  }

  @Test func onlyAnEnvironmentWithoutKeysAndRulesIsRemoved() async throws {
    let fixture = try await Fixture()
    let refused = await fixture.control(.delete, path + "/production")
    #expect(refused.status == 409)
    #expect(refused["detail"]?.stringValue?.contains("key ") == true)
    #expect(refused["detail"]?.stringValue?.contains("flag \"new_checkout\" with rules, killed or on") == true)
    // What everybody gets, and segments, are something that people have set too.
    let welcome = await fixture.control(.get, path + "/staging/flags/welcome_text")
    var document = welcome["document"]?.objectValue ?? [:]
    document["default"] = "on"
    let on: JSONValue = ["document": .object(document)]
    _ = await fixture.control(.put, path + "/staging/flags/welcome_text", on.text(), headers: [("If-Match", "*")])
    #expect(await fixture.control(.delete, path + "/staging").status == 409)
    document["default"] = "off"
    let off: JSONValue = ["document": .object(document)]
    _ = await fixture.control(.put, path + "/staging/flags/welcome_text", off.text(), headers: [("If-Match", "*")])
    #expect(await fixture.control(.delete, path + "/staging").status == 204)
    #expect(await fixture.control(.get, path + "/staging").status == 404)
    #expect(await fixture.control(.post, path, #"{"key":"staging"}"#).status == 201)
    // A flag can be made and killed as before.
    let made = #"{"kind":"ops","owner":"me"}"#
    #expect(await fixture.control(.post, Fixture.flags, #"{"key":"b","document":\#(made)}"#).status == 201)
  }

  @Test func theLastEnvironmentStays() async throws {
    let fixture = try await Fixture()
    _ = await fixture.control(.post, "/api/v1/projects", #"{"key":"web","environments":["only"]}"#)
    #expect(await fixture.control(.delete, "/api/v1/projects/web/environments/only").status == 409)
  }

  @Test func anEditThatBeganWithARemovedEnvironmentIsNoneOfTheNextOneOfItsKey() async throws {
    let fixture = try await Fixture()
    let all = "/api/v1/projects/shop/environments"
    let made = await fixture.control(.post, all, #"{"key":"qa"}"#)
    let tag = try #require(made.header("ETag") ?? made["etag"]?.stringValue.map { "\"\($0)\"" } ?? "\"1\"")
    #expect(await fixture.control(.delete, all + "/qa").status == 204)
    #expect(await fixture.control(.post, all, #"{"key":"qa"}"#).status == 201)
    let late = await fixture.control(.patch, all + "/qa", #"{"name":"Late"}"#, headers: [("If-Match", tag)])
    #expect(late.status == 412, "\(late.text)")
  }
}
