import SerinFlags
import Testing

@Suite struct EvaluationTests {
  private func flag(_ changes: [(String, JSONValue?)] = []) throws -> CompiledFlag {
    let json = changes.reduce(Samples.rich) { $0.replacing($1.0, with: $1.1) }
    return CompiledFlag(try FlagDefinition(json: json, key: "new_checkout", mode: .write))
  }

  @Test func theFirstRuleThatMatchesDecides() throws {
    let context = FlagContext(userID: "u", attributes: ["email": "A@EXAMPLE.COM", "country": "DE", "age": 20])
    let evaluation = try flag().evaluate(for: context)
    #expect(evaluation.key == "new_checkout" && evaluation.kind == .release)
    #expect(evaluation.isEnabled && evaluation.ruleId == "r_1a2b3c4d" && evaluation.variation == "on")
    #expect(evaluation.reason == .ruleMatched && evaluation.value == "green")
    #expect(
      evaluation.properties == ["button_color": "green", "max_items": 5, "animated": true, "layout": ["columns": 1]])
    #expect(
      evaluation.json.text()
        == #"{"isEnabled":true,"key":"new_checkout","kind":"release","properties":{"animated":true,"button_color":"green","#
        + #""layout":{"columns":1},"max_items":5},"reason":"ruleMatched","ruleId":"r_1a2b3c4d","variation":"on"}"#)
  }

  @Test func aDisabledOutcomeCarriesTheDefaultValues() throws {
    let json = Samples.rich.replacing("variations.off.properties", with: ["button_color": "black"])
    let flag = CompiledFlag(try FlagDefinition(json: json, key: "f", mode: .write))
    for outcome in flag.outcomes where !outcome.isEnabled {
      #expect(
        outcome.properties == ["button_color": "blue", "max_items": 3, "animated": true, "layout": ["columns": 1]])
      #expect(outcome.value == "blue")
    }
    #expect(flag.outcomes.contains { !$0.isEnabled })
  }

  @Test func theValueIsWhetherItIsEnabledWhenNoPropertyIsNamed() throws {
    let flag = try flag([("value", nil)])
    #expect(flag.outcomes.allSatisfy { $0.value == .bool($0.isEnabled) })
  }

  @Test func noRuleGivesTheDefaultVariation() throws {
    let flag = try flag([("default", "on"), ("rules", [])])
    let evaluation = flag.evaluate(for: FlagContext())
    #expect(evaluation.ruleId == "default" && evaluation.reason == .noRule && evaluation.reason.rawValue == "default")
    #expect(evaluation.variation == "on" && evaluation.isEnabled)
    #expect(!flag.hasRules && flag.outcomes.count == 1 && flag.outcomeIsDrawn == [false])
  }

  @Test func everyOutcomeTellsWhetherADrawHadASay() throws {
    let flag = try flag()
    #expect(flag.hasRules)
    for (outcome, isDrawn) in zip(flag.outcomes, flag.outcomeIsDrawn) {
      #expect(isDrawn == (outcome.ruleId == "r_5e6f7a8b" || outcome.ruleId == "r_00000001"))
    }
  }

  /// EV-37: flag state x rule x percentage, with the answer for each.
  @Test func aKilledFlagIsOffWhateverElseIsSet() throws {
    let matching: JSONValue = ["id": "r_00000001", "when": ["attribute": "a", "op": "exists"], "serve": "on"]
    let other: JSONValue = ["id": "r_00000001", "when": ["attribute": "b", "op": "exists"], "serve": "on"]
    let none: JSONValue = ["id": "r_00000001", "rollout": ["percent": 0, "salt": "s"], "serve": "on"]
    let all: JSONValue = ["id": "r_00000001", "rollout": ["percent": 100, "salt": "s"], "serve": "on"]
    let table: [(rules: [JSONValue], default: String, isEnabled: Bool, ruleId: String, reason: FlagReason)] = [
      ([], "off", false, "default", .noRule), ([], "on", true, "default", .noRule),
      ([matching], "off", true, "r_00000001", .ruleMatched), ([matching], "on", true, "r_00000001", .ruleMatched),
      ([other], "off", false, "default", .noRule), ([other], "on", true, "default", .noRule),
      ([none], "off", false, "r_00000001", .notDrawn), ([none], "on", false, "r_00000001", .notDrawn),
      ([all], "off", true, "r_00000001", .ruleMatched), ([all], "on", true, "r_00000001", .ruleMatched),
    ]
    let context = FlagContext(userID: "u", attributes: ["a": 1])
    for row in table {
      let json = Samples.flag(rules: row.rules, changes: ["default": .string(row.default)])
      let alive = CompiledFlag(try FlagDefinition(json: json, key: "f", mode: .write)).evaluate(for: context)
      #expect(alive.isEnabled == row.isEnabled && alive.ruleId == row.ruleId && alive.reason == row.reason)
      let killed = CompiledFlag(
        try FlagDefinition(json: json.replacing("killed", with: true), key: "f", mode: .write))
      #expect(killed.isKilled && killed.outcomes.count == 1)
      let evaluation = killed.evaluate(for: context)
      #expect(!evaluation.isEnabled && evaluation.ruleId.isEmpty && evaluation.reason == .killed)
      #expect(evaluation.variation == "off")
    }
  }

  @Test func aKilledFlagHasTheDefaultValues() throws {
    let evaluation = try flag([("killed", true), ("default", "on")]).evaluate(for: Samples.context)
    #expect(
      evaluation.properties == ["button_color": "blue", "max_items": 3, "animated": true, "layout": ["columns": 1]])
    #expect(evaluation.value == "blue")
  }

  /// EV-36: the answer names a rule only when it matched.
  @Test func anAnswerNamesOnlyARuleThatMatched() throws {
    let flag = try flag([("rules[2]", nil)])
    let evaluation = flag.evaluate(for: FlagContext(userID: "u", attributes: ["country": "US"]))
    #expect(evaluation.ruleId == "default" && evaluation.reason == .noRule)
  }

  /// EV-31: an unknown operator makes the flag malformed, and only that flag.
  @Test func aFlagWithAFutureOperatorAnswersMalformed() throws {
    let future: JSONValue = ["attribute": "x", "op": "future_op", "value": 1]
    let json = Samples.rich.replacing("rules[0].when", with: future)
    let flag = CompiledFlag(FlagEntry(reading: json, key: "f"))
    #expect(flag.evaluate(for: Samples.context).reason == .malformed)
    #expect(flag.issues.map(\.path) == ["flags.f.rules[0].when.op"])
    let explicit = CompiledFlag.malformed(key: "f", issues: flag.issues)
    #expect(explicit.evaluate(for: Samples.context) == flag.evaluate(for: Samples.context))
  }

  @Test func answersAreTheSameFromManyThreads() async throws {
    let flag = try flag()
    let expected = (0..<500).map { flag.outcome(for: FlagContext(userID: "user-\($0)", attributes: ["age": 20])) }
    await withTaskGroup(of: [Int].self) { group in
      for _ in 0..<4 {
        group.addTask {
          (0..<500).map { flag.outcome(for: FlagContext(userID: "user-\($0)", attributes: ["age": 20])) }
        }
      }
      for await outcomes in group { #expect(outcomes == expected) }
    }
  }
}
