import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct EvaluationTests {
  private let germany = #"{"context":{"userID":"alice","attributes":{"country":"DE"}}}"#

  @Test func aMatchingRuleGivesItsVariationWithItsProperties() async throws {
    let fixture = try await Fixture()
    let answer = await fixture.evaluate("/v1/evaluate/new_checkout", germany)
    #expect(answer.status == 200)
    #expect(
      answer.json == [
        "key": "new_checkout", "kind": "release", "isEnabled": true, "ruleId": "r_00000001", "variation": "on",
        "reason": "ruleMatched", "epoch": 1, "revision": 1,
        "properties": ["button_color": "green", "max_items": 5, "layout": ["columns": 1]],
      ])
  }

  @Test func aDisabledOutcomeCarriesTheDefaults() async throws {
    let fixture = try await Fixture()
    let answer = await fixture.evaluate("/v1/evaluate/new_checkout", #"{"context":{"attributes":{"country":"FR"}}}"#)
    #expect(answer["isEnabled"] == false)
    #expect(answer["properties"] == ["button_color": "blue", "max_items": 3, "layout": ["columns": 1]])
  }

  @Test func bulkListsEveryFlagInTheOrderOfTheirKeys() async throws {
    let fixture = try await Fixture()
    let answer = await fixture.evaluate("/v1/evaluate", germany)
    #expect(answer.status == 200)
    #expect(answer["partial"] == false)
    #expect(answer["epoch"] == 1)
    #expect(answer["revision"] == 1)
    #expect(answer["flags"]?.arrayValue?.map { $0["key"] } == ["new_checkout", "welcome_text"])
    #expect(answer["flags"]?[0]?["isEnabled"] == true)
  }

  @Test func singleAndBulkAgree() async throws {
    let fixture = try await Fixture()
    for user in 0..<200 {
      let body = #"{"context":{"userID":"user-\#(user)"}}"#
      let single = await fixture.evaluate("/v1/evaluate/new_checkout", body)
      var object = try #require(single.json.objectValue)
      object.removeValue(forName: "epoch")
      object.removeValue(forName: "revision")
      let bulk = await fixture.evaluate("/v1/evaluate", body)
      #expect(bulk["flags"]?[0] == .object(object))
    }
  }

  @Test(arguments: ["", "{}", #"{"context":null}"#, #"{"context":{}}"#])
  func anAbsentContextIsTheEmptyContext(body: String) async throws {
    let fixture = try await Fixture()
    let answer = await fixture.evaluate("/v1/evaluate/new_checkout", body)
    #expect(answer.status == 200)
    #expect(answer["isEnabled"] == false)
  }

  @Test func anUnknownFlagIsNotFoundAndNamed() async throws {
    let fixture = try await Fixture()
    let answer = await fixture.evaluate("/v1/evaluate/new_chekout", germany)
    #expect(answer.status == 404)
    #expect(answer["code"] == "flagNotFound")
    #expect(answer["detail"]?.stringValue?.contains("new_chekout") == true)
    #expect(answer.header("content-type") == "application/problem+json")
  }

  @Test func keysAreExactCaseIncluded() async throws {
    let fixture = try await Fixture()
    #expect(await fixture.evaluate("/v1/evaluate/New_Checkout", germany).status == 404)
  }

  @Test func theSameContextGivesNotModifiedAndAnotherOneDoesNot() async throws {
    let fixture = try await Fixture()
    let first = await fixture.evaluate("/v1/evaluate", germany)
    let tag = try #require(first.header("etag"))
    #expect(tag.hasPrefix("W/\""))
    let again = await fixture.evaluate("/v1/evaluate", germany, headers: [("If-None-Match", tag)])
    #expect(again.status == 304)
    #expect(again.bytes.isEmpty)
    #expect(again.header("etag") == tag)
    let other = await fixture.evaluate(
      "/v1/evaluate", #"{"context":{"userID":"bob"}}"#, headers: [("If-None-Match", tag)])
    #expect(other.status == 200)
  }

  @Test func aChangeOfTheRulesetChangesTheValidator() async throws {
    let fixture = try await Fixture()
    let tag = try #require(await fixture.evaluate("/v1/evaluate", germany).header("etag"))
    #expect(await fixture.control(.post, Fixture.flags + "/welcome_text/kill").status == 200)
    let answer = await fixture.evaluate("/v1/evaluate", germany, headers: [("If-None-Match", tag)])
    #expect(answer.status == 200)
    // One 200 after the change, then 304 again.
    let next = try #require(answer.header("etag"))
    #expect(await fixture.evaluate("/v1/evaluate", germany, headers: [("If-None-Match", next)]).status == 304)
  }

  @Test func aClientKeyNeverSeesRulesOrTargets() async throws {
    let fixture = try await Fixture()
    for path in ["/v1/evaluate", "/v1/evaluate/new_checkout", "/ofrep/v1/evaluate/flags"] {
      let text = await fixture.evaluate(path, germany).text
      for secret in ["country", "s1", "germany", "percent", "payments"] { #expect(!text.contains(secret)) }
    }
  }

  @Test(arguments: [
    (#"{"context":{"userId":"alice"}}"#, "context.userId"),
    (#"{"context":{"userID":7}}"#, "context.userID"),
    (#"{"context":{"attributes":[]}}"#, "context.attributes"),
    (#"{"context":"alice"}"#, "context"),
    (#"{"contexts":{}}"#, "contexts"),
    ("[]", ""),
  ])
  func aWrongMemberIsNamedByItsPath(body: String, path: String) async throws {
    let fixture = try await Fixture()
    let answer = await fixture.evaluate("/v1/evaluate/new_checkout", body)
    #expect(answer.status == 422)
    #expect(answer["errors"]?[0]?["path"]?.stringValue == path)
  }

  @Test(arguments: ["{", "{]", #"{"context":{"userID":"a"}"#, "nul", "{\"a\":1e999}", "\u{FEFF}{}"])
  func malformedJSONIsRefusedWithTheOffset(body: String) async throws {
    let fixture = try await Fixture()
    let answer = await fixture.evaluate("/v1/evaluate/new_checkout", body)
    #expect(answer.status == 400)
    #expect(answer["code"] == "badRequest")
  }

  @Test func invalidUTF8AndDeepNestingAreRefused() async throws {
    let fixture = try await Fixture()
    let invalid = Array(#"{"context":{"userID":""#.utf8) + [0xFF] + Array(#""}}"#.utf8)
    let deep = Array(repeating: UInt8(ascii: "["), count: 10_000)
    for body in [invalid, deep] {
      let answer = await Fixture.send(
        to: fixture.server, .post, "/v1/evaluate", body, token: fixture.clientKey)
      #expect(answer.status == 400)
    }
  }

  @Test func tooManyAttributesAreRefusedWithTheLimit() async throws {
    let fixture = try await Fixture()
    let attributes = (0..<257).map { "\"a\($0)\":1" }.joined(separator: ",")
    let answer = await fixture.evaluate("/v1/evaluate", "{\"context\":{\"attributes\":{\(attributes)}}}")
    #expect(answer.status == 422)
    #expect(answer.faults.contains("256"))
  }

  @Test func aKeyInAPathIsPercentDecodedOnce() async throws {
    let fixture = try await Fixture()
    #expect(await fixture.evaluate("/v1/evaluate/new%5Fcheckout", germany).status == 200)
    #expect(await fixture.evaluate("/v1/evaluate/new%255Fcheckout", germany).status == 404)
    #expect(await fixture.evaluate("/v1/evaluate/..%2f..%2fetc", germany).status == 404)
    #expect(await fixture.evaluate("/v1/evaluate/%ff", germany).status == 404)
  }
}
