import SerinFlags
import Testing

@Suite struct TimeEpochTests {
  private static func instant(_ day: Int) -> String { "2027-01-0\(day)T00:00:00Z" }

  private static func at(_ day: Int, plus microseconds: Int64 = 0) -> Timestamp {
    Timestamp(microseconds: (Timestamp(parsing: instant(day)) ?? .latest).microseconds + microseconds)
  }

  private static func after(_ day: Int) -> JSONValue { ["now": "after", "instant": .string(instant(day))] }

  private static func deadline(_ day: Int) -> JSONValue {
    let rollout: JSONValue = ["percent": 5, "salt": "s", "deadline": .string(instant(day))]
    return Samples.flag(rules: [["id": "r_00000001", "rollout": rollout, "serve": "on"]])
  }

  /// The epochs at the beginning of days 1 to 9.
  private func epochs(_ ruleset: CompiledRuleset) -> [Int] {
    (1...9).map { ruleset.timeEpoch(at: Self.at($0)) }
  }

  @Test func everyInstantOfEveryFlagAndSegmentCountsOnce() throws {
    let percent: JSONValue = ["percent": ["percent": 5, "salt": "s", "deadline": .string(Self.instant(8))]]
    let ruleset = try Samples.compiled(
      [
        "late": Self.deadline(6), "early": Self.deadline(2), "same": Samples.gate(Self.after(2)),
        "percent": Samples.gate(percent), "negated": Samples.gate(Samples.not(Self.after(3))),
        "killed": Self.deadline(4).replacing("killed", with: true),
        "archived": Self.deadline(5).replacing("archived", with: true), "plain": Samples.gate(),
      ], segments: ["s": Samples.any(Self.after(7), Self.after(6))])
    // Days 2, 3, 6, 7 and 8; what is killed or archived changes nothing.
    #expect(epochs(ruleset) == [0, 1, 2, 2, 2, 3, 4, 5, 5])
    #expect(ruleset.timeEpoch(at: Self.at(2, plus: -1)) == 0)
    #expect(ruleset.timeEpoch(at: .earliest) == 0 && ruleset.timeEpoch(at: .latest) == 5)
  }

  @Test func changesMoveTheEpochs() throws {
    var ruleset = try Samples.compiled(["a": Self.deadline(3), "plain": Samples.gate()])
    #expect(epochs(ruleset) == [0, 0, 1, 1, 1, 1, 1, 1, 1])
    ruleset.apply([.flag(FlagEntry(reading: Self.deadline(5), key: "plain"))])
    #expect(epochs(ruleset) == [0, 0, 1, 1, 2, 2, 2, 2, 2])
    ruleset.apply([.flag(FlagEntry(reading: Self.deadline(2), key: "a"))])
    #expect(epochs(ruleset) == [0, 1, 1, 1, 2, 2, 2, 2, 2])
    ruleset.apply([.segment(SegmentEntry(reading: Self.after(7), key: "s"))])
    #expect(epochs(ruleset) == [0, 1, 1, 1, 2, 2, 3, 3, 3])
    ruleset.apply([.noFlag(key: "plain"), .noSegment(key: "s")])
    #expect(epochs(ruleset) == [0, 1, 1, 1, 1, 1, 1, 1, 1])
    ruleset.apply([.flag(FlagEntry(reading: Self.deadline(2).replacing("killed", with: true), key: "a"))])
    #expect(epochs(ruleset) == [Int](repeating: 0, count: 9))
  }

  @Test func withinAnEpochAnswersDoNotChange() throws {
    let ruleset = try Samples.compiled(
      [
        "a": Self.deadline(3), "b": Samples.gate(Samples.all(Self.after(2), Samples.not(Self.after(6)))),
        "c": Samples.gate(Samples.segment("s")), "d": Samples.gate(requires: [Samples.enabled("c")]),
      ], segments: ["s": Samples.all(Self.after(4), ["now": "before", "instant": .string(Self.instant(5))])])
    let context = FlagContext(userID: "alice")
    var answers: [Int: [Evaluation]] = [:]
    for hour in 0..<(9 * 24) {
      let moment = Self.at(1, plus: Int64(hour) * 3_600_000_000)
      let answer = ruleset.evaluateAll(for: context, at: moment).evaluations
      let earlier = answers.updateValue(answer, forKey: ruleset.timeEpoch(at: moment))
      #expect(earlier == nil || earlier == answer)
    }
    #expect(answers.count == 6)
  }
}
