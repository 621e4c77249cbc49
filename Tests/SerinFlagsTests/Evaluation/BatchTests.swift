import TestRandom
import Testing

@testable import SerinFlags

/// Flags that are decided together answer as each does on its own.
@Suite struct BatchTests {
  /// Rulesets of any number of flags, so that batches are full, nearly full and almost empty.
  @Test func manyFlagsAtOnceAreDecidedAsOneByOne() throws {
    var random = RandomRulesets(seed: 9400)
    for round in 0..<120 {
      var flags: JSONObject = [:]
      random.flags.links = nil
      for index in 0...(round % 60) {
        flags["f\(index)"] = random.flags.generator.oneIn(4) ? random.flag() : random.flags.flag()
        random.flags.links = nil
      }
      let ruleset = try Samples.compiled(flags, segments: ["s": Samples.isEqual("plan", "DE")])
      for _ in 0..<4 {
        let (context, moment) = (random.flags.context(), random.moment())
        let facts = BehaviourAnswers(random.facts())
        let all = ruleset.evaluateAll(for: context, at: moment, facts: facts)
        #expect(all.evaluations.map(\.key) == ruleset.keys)
        let oneByOne = ruleset.keys.compactMap { ruleset.evaluate($0, for: context, at: moment, facts: facts) }
        #expect(all.evaluations == oneByOne)
        let (shared, missing) = ruleset.withEvaluator(for: context, at: moment, facts: facts) { evaluator in
          var answers: [Evaluation] = []
          for key in ruleset.keys.reversed() {
            if let answer = evaluator.evaluate(key) { answers.append(answer) }
          }
          return (answers, evaluator.missingFacts)
        }
        #expect(shared.reversed() == oneByOne)
        #expect(Set(missing) == Set(all.missingFacts))
      }
    }
  }

  /// Every way in which a flag may wait for a draw: a rollout, a split, a split behind a rollout, each alone or in pairs.
  @Test func flagsThatWaitForDrawsGetTheirOwn() throws {
    let arms: JSONValue = [["variation": "on", "weight": 1], ["variation": "off", "weight": 2]]
    var random = SeededGenerator(seed: 9500)
    for count in 1...40 {
      var flags: JSONObject = [:]
      for index in 0..<count {
        var rule: JSONObject = ["id": "r_00000001", "serve": "on"]
        let kind = Int.random(in: 0..<4, using: &random)
        if kind & 1 != 0 { rule["rollout"] = ["percent": 60, "salt": .string("r\(index)")] }
        if kind & 2 != 0 { rule["serve"] = ["split": arms, "salt": .string("s\(index)")] }
        flags["f\(index)"] = Samples.flag(rules: [.object(rule)])
      }
      let ruleset = try Samples.compiled(flags)
      for unit in 0..<5 {
        let context = FlagContext(userID: "user-\(unit)")
        for evaluation in ruleset.evaluateAll(for: context) {
          let rule = try #require(flags[evaluation.key]?["rules"]?[0])
          #expect(evaluation.isEnabled == Self.isOn(rule, "user-\(unit)"), "\(evaluation.key) of \(count)")
        }
      }
    }
  }

  private static func isOn(_ rule: JSONValue, _ unit: String) -> Bool {
    if let salt = rule["rollout"]?["salt"]?.stringValue, Draw.number(salt: salt, unit: unit) >= 60_000_000 {
      return false
    }
    guard let salt = rule["serve"]?["salt"]?.stringValue else { return true }
    return Draw.number(salt: salt, unit: unit) < 33_333_334
  }
}
