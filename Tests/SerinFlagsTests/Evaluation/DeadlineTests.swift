import SerinFlags
import Testing

/// What changes with the time: deadlines, `now`, and the time epoch.
@Suite struct DeadlineTests {
  private static let instant = "2027-01-15T09:00:00Z"
  private static let at = Timestamp(parsing: instant) ?? .latest

  private func moments() -> [(Timestamp, isPast: Bool)] {
    let microseconds = Self.at.microseconds
    return [
      (Timestamp.earliest, false), (Timestamp(microseconds: microseconds - 1), false), (Self.at, true),
      (Timestamp(microseconds: microseconds + 1), true), (Timestamp.latest, true),
    ]
  }

  private func rollout(_ percent: JSONValue, _ changes: JSONObject = [:]) throws -> CompiledFlag {
    var rollout: JSONObject = ["percent": percent, "salt": "s", "deadline": .string(Self.instant)]
    for member in changes { rollout[member.name] = member.value }
    let json = Samples.flag(rules: [["id": "r_00000001", "rollout": .object(rollout), "serve": "on"]])
    return CompiledFlag(try FlagDefinition(json: json, key: "f", mode: .write))
  }

  @Test func fromTheDeadlineOnEverybodyIsIn() throws {
    let contexts = [FlagContext(), FlagContext(userID: ""), FlagContext(userID: "alice")]
    for draw in DrawAlgorithm.allCases {
      let flag = try rollout(0, ["draw": .string(draw.rawValue)])
      for (moment, isPast) in moments() where isPast {
        for context in contexts {
          let evaluation = flag.evaluate(for: context, at: moment)
          #expect(evaluation.isEnabled && evaluation.reason == .ruleMatched, "\(draw)")
        }
      }
    }
    let none = try rollout(0)
    for (moment, isPast) in moments() {
      #expect(none.evaluate(for: FlagContext(userID: "alice"), at: moment).isEnabled == isPast)
      #expect(none.explain(for: FlagContext(), at: moment).rules[0].rollout?.isDrawn == isPast)
    }
  }

  @Test func theDeadlineOnlyAddsUnits() throws {
    let flag = try rollout(30)
    let before = Timestamp(microseconds: Self.at.microseconds - 1)
    for index in 0..<500 {
      let context = FlagContext(userID: "user-\(index)")
      let isIn = Draw.number(salt: "s", unit: "user-\(index)") < 30_000_000
      #expect(flag.evaluate(for: context, at: before).isEnabled == isIn)
      #expect(flag.evaluate(for: context, at: Self.at).isEnabled)
    }
  }

  @Test func aSplitBehindADeadlineStillNeedsAUnit() throws {
    let arms: JSONValue = [["variation": "on", "weight": 1], ["variation": "off", "weight": 1]]
    let rollout: JSONValue = ["percent": 0, "salt": "s", "deadline": .string(Self.instant), "otherwise": "off"]
    let json = Samples.flag(rules: [["id": "r_00000001", "rollout": rollout, "serve": ["split": arms]]])
    let flag = CompiledFlag(try FlagDefinition(json: json, key: "f", mode: .write))
    #expect(flag.evaluate(for: FlagContext(), at: Self.at).reason == .notDrawn)
    let served = Set((0..<50).map { flag.evaluate(for: FlagContext(userID: "u\($0)"), at: Self.at).variation })
    #expect(served == ["on", "off"])
  }

  @Test func nowIsExactlyOneOfBeforeAndAfter() throws {
    for (moment, isPast) in moments() {
      for relation in TimeRelation.allCases {
        let condition: JSONValue = ["now": .string(relation.rawValue), "instant": .string(Self.instant)]
        let flag = CompiledFlag(FlagEntry(reading: Samples.gate(condition), key: "f"))
        let isTrue = (relation == .after) == isPast
        #expect(flag.evaluate(for: FlagContext(), at: moment).isEnabled == isTrue)
        let negated = CompiledFlag(FlagEntry(reading: Samples.gate(Samples.not(condition)), key: "f"))
        #expect(negated.evaluate(for: FlagContext(), at: moment).isEnabled != isTrue)
      }
    }
  }

  @Test func aPercentConditionMayHaveADeadline() throws {
    let condition: JSONValue = ["percent": ["percent": 0, "salt": "s", "deadline": .string(Self.instant)]]
    let flag = CompiledFlag(FlagEntry(reading: Samples.gate(condition), key: "f"))
    for (moment, isPast) in moments() {
      for context in [FlagContext(), FlagContext(userID: "alice")] {
        #expect(flag.evaluate(for: context, at: moment).isEnabled == isPast)
      }
    }
  }

  @Test func instantsAreWrittenInAnyOffsetOrAsSeconds() throws {
    for instant in [.string(Self.instant), "2027-01-15T10:00:00.000+01:00", 1_800_003_600] as [JSONValue] {
      let flag = try rollout(0, ["deadline": instant])
      #expect(!flag.evaluate(for: FlagContext(), at: Timestamp(microseconds: Self.at.microseconds - 1)).isEnabled)
      #expect(flag.evaluate(for: FlagContext(), at: Self.at).isEnabled)
    }
  }
}
