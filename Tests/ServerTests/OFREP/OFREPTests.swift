import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct OFREPTests {
  private let path = "/ofrep/v1/evaluate/flags"

  @Test func aFlagsValueIsWhetherItIsEnabled() async throws {
    let fixture = try await Fixture()
    let answer = await fixture.evaluate(
      path + "/new_checkout", #"{"context":{"targetingKey":"alice","country":"DE"}}"#)
    #expect(answer.status == 200)
    #expect(
      answer.json == [
        "key": "new_checkout", "value": true, "variant": "on", "reason": "TARGETING_MATCH",
        "metadata": ["ruleId": "r_00000001", "button_color": "green", "max_items": 5, "layout": #"{"columns":1}"#],
      ])
  }

  @Test func aFlagThatNamesAPropertyHasItAsItsValue() async throws {
    let fixture = try await Fixture()
    let answer = await fixture.evaluate(path + "/welcome_text", "{}")
    #expect(answer["value"] == "hi there")
    #expect(answer["reason"] == "STATIC")
  }

  @Test func chanceIsReportedAsSplitAndAKillAsDisabled() async throws {
    let fixture = try await Fixture()
    let drawn = await fixture.evaluate(path + "/new_checkout", #"{"context":{"targetingKey":"user-1"}}"#)
    #expect(drawn["reason"] == "SPLIT")
    #expect(await fixture.control(.post, Fixture.flags + "/new_checkout/kill").status == 200)
    let killed = await fixture.evaluate(path + "/new_checkout", #"{"context":{"targetingKey":"user-1"}}"#)
    #expect(killed["reason"] == "DISABLED")
    #expect(killed["value"] == false)
  }

  @Test func errorsAlwaysCarryDetails() async throws {
    let fixture = try await Fixture()
    let missing = await fixture.evaluate(path + "/nothing", "{}")
    #expect(missing.status == 404)
    #expect(missing["errorCode"] == "FLAG_NOT_FOUND")
    #expect(missing["errorDetails"]?.stringValue?.isEmpty == false)
    let malformed = await fixture.evaluate(path + "/new_checkout", "{")
    #expect(malformed.status == 400)
    #expect(malformed["errorCode"] == "PARSE_ERROR")
    let context = await fixture.evaluate(path + "/new_checkout", #"{"context":{"targetingKey":1}}"#)
    #expect(context["errorCode"] == "INVALID_CONTEXT")
    #expect(context["errorDetails"]?.stringValue?.contains("targetingKey") == true)
    let refused = await fixture.send(.post, path + "/new_checkout", "{}", token: nil)
    #expect(refused.status == 401)
    #expect(refused["errorDetails"]?.stringValue?.isEmpty == false)
  }

  @Test func aPropertyNamedLikeTheRuleDoesNotHideIt() {
    let answer = OFREPAnswer(
      Evaluation(
        key: "f", kind: .ops, isEnabled: true, ruleId: "r_00000001", variation: "on", properties: ["ruleId": "mine"],
        reason: .ruleMatched), isDrawn: false, hasRules: true)
    let json = try? JSONValue(parsing: answer.body)
    #expect(json?["metadata"]?["ruleId"] == "r_00000001")
  }

  @Test func bulkHasAnEntryPerFlagAndAValidatorThatCoversTheContext() async throws {
    let fixture = try await Fixture()
    let body = #"{"context":{"targetingKey":"alice","country":"DE"}}"#
    let answer = await fixture.evaluate(path, body)
    #expect(answer["flags"]?.arrayValue?.map { $0["key"] } == ["new_checkout", "welcome_text"])
    let tag = try #require(answer.header("etag"))
    #expect(await fixture.evaluate(path, body, headers: [("If-None-Match", tag)]).status == 304)
    let other = #"{"context":{"targetingKey":"alice","country":"FR"}}"#
    #expect(await fixture.evaluate(path, other, headers: [("If-None-Match", tag)]).status == 200)
  }

  @Test func tooManyAttributesAreAnInvalidContextThatNamesTheLimit() async throws {
    let fixture = try await Fixture()
    let attributes = (0..<257).map { "\"a\($0)\":1" }.joined(separator: ",")
    let answer = await fixture.evaluate(path + "/new_checkout", "{\"context\":{\(attributes)}}")
    #expect(answer.status == 400)
    #expect(answer["errorCode"] == "INVALID_CONTEXT")
    #expect(answer["errorDetails"]?.stringValue?.contains("at most 256") == true)
  }

  @Test func explicitIdsWinOverTheTargetingKey() throws {
    let context = try OFREPRoutes.context(
      in: Array(#"{"context":{"targetingKey":"a","userID":"b","deviceID":"d","plan":"pro"}}"#.utf8))
    #expect(context == FlagContext(userID: "b", deviceID: "d", attributes: ["plan": "pro"]))
  }
}
