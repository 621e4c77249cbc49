import HTTP
import SerinFlags
import TestRandom
import Testing

@testable import Server

@Suite struct TimeTravelTests {
  private static let contexts: [JSONValue] = (0..<6).map { number in
    ["userID": .string("user-\(number)"), "attributes": ["country": number % 2 == 0 ? "DE" : "FR"]]
  }

  /// What every flag says to every context, as the evaluation API answers it.
  private func answers(_ fixture: Fixture) async -> [JSONValue] {
    var all: [JSONValue] = []
    for context in Self.contexts {
      let body: JSONValue = ["context": context]
      all.append(await fixture.evaluate("/v1/evaluate", body.text())["flags"] ?? .null)
    }
    return all
  }

  /// The same from the past.
  private func answers(_ fixture: Fixture, at instant: Int64) async -> [JSONValue] {
    var all: [JSONValue] = []
    for context in Self.contexts {
      let body: JSONValue = ["context": context, "at": .string(Instants.text(instant))]
      let answer = await fixture.control(
        .post, "/api/v1/projects/shop/environments/production/evaluate", body.text())
      all.append(answer["flags"] ?? .null)
    }
    return all
  }

  @Test func twentyInstantsOfFiveHundredChangesAreAnsweredAsTheyWereThen() async throws {
    let clock = FakeClock()
    let fixture = try await Fixture(clock: clock)
    var random = SeededGenerator(seed: 2027)
    var moments: [(at: Int64, answers: [JSONValue])] = []
    let recorded = Set((0..<500).shuffled(using: &random).prefix(20))
    for step in 0..<500 {
      clock.advance(seconds: Int.random(in: 1...90, using: &random))
      await change(step, fixture, &random)
      guard recorded.contains(step) else { continue }
      // Some while after the change and before the next one.
      clock.advance(seconds: 1)
      moments.append((clock.now, await answers(fixture)))
    }
    clock.advance(seconds: 1)
    #expect(moments.count == 20)
    #expect(Set(moments.map(\.answers)).count > 15)
    for moment in moments {
      #expect(await answers(fixture, at: moment.at) == moment.answers, "\(moment.at)")
    }
  }

  /// One random change of what production serves.
  private func change(_ step: Int, _ fixture: Fixture, _ random: inout SeededGenerator) async {
    let key = ["a", "b", "c", "new_checkout"].randomElement(using: &random) ?? "a"
    let flags = Fixture.flags
    switch Int.random(in: 0..<10, using: &random) {
    case 0: _ = await fixture.control(.post, flags + "/\(key)/kill")
    case 1: _ = await fixture.control(.post, flags + "/\(key)/unkill")
    case 2: _ = await fixture.control(.post, "/api/v1/projects/shop/flags/\(key)/archive")
    case 3: _ = await fixture.control(.post, "/api/v1/projects/shop/flags/\(key)/unarchive")
    case 4:
      let ids = (0..<3).map { _ in "\"user-\(Int.random(in: 0..<6, using: &random))\"" }
      let list = Set(ids).sorted().joined(separator: ",")
      _ = await fixture.apply("", segments: #""beta":{"list":[\#(list)]}"#)
    default:
      let percent = Int.random(in: 0...100, using: &random)
      let when = step % 2 == 0 ? #""when":{"segment":"beta"},"# : ""
      _ = await fixture.apply(
        """
        "\(key)":{"kind":"release","owner":"x","rules":[
          {"id":"r_0000000a",\(when)"rollout":{"percent":\(percent),"by":"userID","salt":"s\(key)"},"serve":"on"}]}
        """, segments: step == 0 ? #""beta":{"list":["user-1"]}"# : "")
    }
  }

  @Test func beforeTheFirstChangeThereWasNothing() async throws {
    let clock = FakeClock()
    let start = clock.now
    let fixture = try await Fixture(clock: clock)
    clock.advance(seconds: 10)
    let body: JSONValue = ["at": .string(Instants.text(start - 1000))]
    let answer = await fixture.control(
      .post, "/api/v1/projects/shop/environments/production/evaluate", body.text())
    #expect(answer["flags"] == [])
    #expect(answer["revision"] == 0)
    #expect(await fixture.control(.post, Fixture.flags + "/new_checkout/evaluate", body.text()).status == 404)
  }

  @Test func anInstantToComeIsDecidedByWhatIsLiveNow() async throws {
    let clock = FakeClock()
    let fixture = try await Fixture(clock: clock)
    let body: JSONValue = ["at": .string(Instants.text(clock.now + 86_400_000))]
    let answer = await fixture.control(
      .post, "/api/v1/projects/shop/environments/production/evaluate", body.text())
    #expect(answer["flags"]?.arrayValue?.count == 2)
  }

  @Test func oneFlagIsExplainedByTheRulesThatItHadThen() async throws {
    let clock = FakeClock()
    let fixture = try await Fixture(clock: clock)
    clock.advance(seconds: 5)
    let before = clock.now
    clock.advance(seconds: 5)
    _ = await fixture.control(.post, Fixture.flags + "/new_checkout/kill")
    let then: JSONValue = [
      "context": ["attributes": ["country": "DE"]], "explain": true, "at": .string(Instants.text(before)),
    ]
    let answer = await fixture.control(.post, Fixture.flags + "/new_checkout/evaluate", then.text())
    #expect(answer["evaluation"]?["ruleId"] == "r_00000001")
    let now = await fixture.control(.post, Fixture.flags + "/new_checkout/evaluate", "{}")
    #expect(now["evaluation"]?["reason"] == "killed")
  }
}
