import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

/// What a unit did is not known yet, so that whatever depends on it is undecided.
@Suite struct PartialAnswerTests {
  private func fixture() async throws -> Fixture {
    let fixture = try await Fixture()
    let either = #"{"any":[{"attribute":"beta","op":"equals","value":true},{"segment":"saw"}]}"#
    let answer = await fixture.apply(
      [
        FlagText.flag("seen", when: either), FlagText.flag("after", requiring: "seen"),
        FlagText.flag("plain"),
      ].joined(separator: ","),
      segments: #""saw":{"behaviour":{"seen":"new_checkout","withinDays":30}}"#)
    #expect(answer.status == 200, "\(answer.text)")
    return fixture
  }

  @Test func undecidedFlagsAreNamedAndTheAnswerHasNoValidator() async throws {
    let fixture = try await fixture()
    let answer = await fixture.evaluate("/v1/evaluate", "{}")
    #expect(answer.status == 200)
    #expect(answer["partial"] == true)
    #expect(answer["undecided"] == ["after", "seen"])
    #expect(answer["flags"]?.arrayValue?.map { $0["key"] } == ["new_checkout", "plain", "welcome_text"])
    #expect(answer.header("ETag") == nil)
  }

  @Test func aContextThatDecidesThemGetsAWholeAnswer() async throws {
    let fixture = try await fixture()
    let body = #"{"context":{"attributes":{"beta":true}}}"#
    let answer = await fixture.evaluate("/v1/evaluate", body)
    #expect(answer["partial"] == false)
    #expect(answer["undecided"] == nil)
    #expect(answer["flags"]?.arrayValue?.count == 5)
    let tag = try #require(answer.header("ETag"))
    #expect(await fixture.evaluate("/v1/evaluate", body, headers: [("If-None-Match", tag)]).status == 304)
    #expect(await fixture.evaluate("/v1/evaluate", "{}", headers: [("If-None-Match", tag)]).status == 200)
  }

  @Test(arguments: ["seen", "after"]) func oneUndecidedFlagHasItsReasonOnly(key: String) async throws {
    let fixture = try await fixture()
    let answer = await fixture.evaluate("/v1/evaluate/\(key)", "{}")
    #expect(answer.status == 200)
    #expect(answer["reason"] == "undecided")
    #expect(answer["isEnabled"] == nil)
    #expect(answer["revision"] != nil)
  }

  @Test func ofrepGivesAGeneralErrorForTheFlagAndNoValidator() async throws {
    let fixture = try await fixture()
    let one = await fixture.evaluate("/ofrep/v1/evaluate/flags/seen", "{}")
    #expect(one.status == 400)
    #expect(one["errorCode"] == "GENERAL")
    #expect(one["errorDetails"]?.stringValue?.isEmpty == false)
    let all = await fixture.evaluate("/ofrep/v1/evaluate/flags", "{}")
    #expect(all.status == 200)
    #expect(all.header("ETag") == nil)
    let failed = (all["flags"]?.arrayValue ?? []).filter { $0["errorCode"] == "GENERAL" }
    #expect(failed.map { $0["key"] } == ["after", "seen"])
    #expect(all["flags"]?.arrayValue?.count == 5)
  }

  @Test func theExplanationNamesTheFact() async throws {
    let fixture = try await fixture()
    let answer = await fixture.control(.post, Fixture.flags + "/seen/evaluate", #"{"explain":true}"#)
    #expect(answer["evaluation"]?["reason"] == "undecided")
    #expect(answer["explanation"]?["rules"]?[0]?["result"] == "undecided")
    #expect(answer.text.contains(#""seen":"new_checkout""#))
  }

  @Test func aKilledFlagIsDecidedWhateverItDependsOn() async throws {
    let fixture = try await fixture()
    #expect(await fixture.control(.post, Fixture.flags + "/seen/kill").status == 200)
    let answer = await fixture.evaluate("/v1/evaluate", "{}")
    #expect(answer["partial"] == false)
    #expect(await fixture.evaluate("/v1/evaluate/after", "{}")["reason"] == "prerequisiteFailed")
  }
}
