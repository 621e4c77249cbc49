import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct TimeTests {
  // 2027-01-15T08:00:00Z, an hour before the deadline.
  private static let start: Int64 = 1_800_000_000_000
  private static let hour: Int64 = 3_600_000
  private static let deadline = #""rollout":{"percent":0,"salt":"s","deadline":"2027-01-15T09:00:00Z"},"#

  private func fixture(_ clock: FakeClock) async throws -> Fixture {
    let fixture = try await Fixture(clock: clock)
    let night = #"{"now":"after","instant":"2027-01-15T10:00:00Z"}"#
    let answer = await fixture.apply(
      FlagText.flag("late", rollout: Self.deadline) + "," + FlagText.flag("night", when: night))
    #expect(answer.status == 200, "\(answer.text)")
    return fixture
  }

  private func on(_ answer: Answer) -> [String] {
    (answer["flags"]?.arrayValue ?? []).filter { $0["isEnabled"] == true || $0["value"] == true }
      .compactMap { $0["key"]?.stringValue }
  }

  @Test(arguments: ["/v1/evaluate", "/ofrep/v1/evaluate/flags"])
  func anInstantThatPassesChangesAnswersAndTheirValidator(path: String) async throws {
    let clock = FakeClock(Self.start)
    let fixture = try await fixture(clock)
    let body = #"{"context":{}}"#
    var tags: [String] = []
    var enabled: [[String]] = []
    for _ in 0..<3 {
      let answer = await fixture.evaluate(path, body)
      let tag = try #require(answer.header("ETag"))
      #expect(await fixture.evaluate(path, body, headers: [("If-None-Match", tag)]).status == 304)
      if let earlier = tags.last {
        #expect(await fixture.evaluate(path, body, headers: [("If-None-Match", earlier)]).status == 200)
      }
      tags.append(tag)
      enabled.append(on(answer).filter { $0 == "late" || $0 == "night" })
      clock.advance(milliseconds: Self.hour)
    }
    #expect(enabled == [[], ["late"], ["late", "night"]])
    #expect(Set(tags).count == 3)
  }

  @Test func theInstantItselfCountsAndTheMillisecondBeforeDoesNot() async throws {
    let clock = FakeClock(Self.start)
    let fixture = try await fixture(clock)
    clock.advance(milliseconds: Self.hour - 1)
    let first = await fixture.evaluate("/v1/evaluate", "{}")
    #expect(await fixture.evaluate("/v1/evaluate/late", "{}")["reason"] == "notDrawn")
    #expect(await fixture.evaluate("/ofrep/v1/evaluate/flags/late", "{}")["value"] == false)
    clock.advance(milliseconds: 1)
    #expect(await fixture.evaluate("/v1/evaluate/late", "{}")["isEnabled"] == true)
    #expect(await fixture.evaluate("/ofrep/v1/evaluate/flags/late", "{}")["value"] == true)
    #expect(await fixture.evaluate("/v1/evaluate", "{}").header("ETag") != first.header("ETag"))
  }

  @Test func timeThatChangesNothingKeepsTheValidator() async throws {
    let clock = FakeClock(Self.start)
    let fixture = try await fixture(clock)
    let first = await fixture.evaluate("/v1/evaluate", "{}")
    clock.advance(milliseconds: Self.hour - 1)
    #expect(await fixture.evaluate("/v1/evaluate", "{}").header("ETag") == first.header("ETag"))
  }

  @Test func anAdministratorMayAskForAnotherTime() async throws {
    let fixture = try await fixture(FakeClock(Self.start))
    let path = Fixture.flags + "/late/evaluate"
    #expect(await fixture.control(.post, path, "{}")["evaluation"]?["isEnabled"] == false)
    let then = await fixture.control(.post, path, #"{"at":"2027-01-15T10:00:00+01:00","explain":true}"#)
    #expect(then["evaluation"]?["isEnabled"] == true)
    #expect(then["at"] == "2027-01-15T09:00:00Z")
    let wrong = await fixture.control(.post, path, #"{"at":"tomorrow"}"#)
    #expect(wrong.status == 422)
    #expect(wrong.faults.hasPrefix("at: "))
  }
}
