import SerinFlags
import Testing

@Suite struct CompiledRulesetTests {
  private func ruleset() throws -> CompiledRuleset {
    let flags: JSONObject = [
      "b": Samples.rich, "a": ["kind": "ops", "owner": "me"], "B": ["kind": "ops", "owner": "me"],
    ]
    return CompiledRuleset(try RulesetDocument(json: Samples.ruleset(flags), mode: .write))
  }

  @Test func answersOneFlagOrAll() throws {
    let ruleset = try ruleset()
    #expect(ruleset.epoch == 1 && ruleset.revision == 42 && ruleset.count == 3)
    #expect(ruleset.keys == ["B", "a", "b"])
    let all = ruleset.evaluateAll(for: Samples.context)
    #expect(all.map(\.key) == ["B", "a", "b"])
    for evaluation in all { #expect(ruleset.evaluate(evaluation.key, for: Samples.context) == evaluation) }
    #expect(ruleset.evaluate("A", for: Samples.context) == nil)
    #expect(ruleset["b"]?.kind == .release)
  }

  @Test func aChangedCopyLeavesTheOriginalAlone() throws {
    let before = try ruleset()
    var after = before
    after.apply([
      .flag(FlagEntry(FlagDefinition(key: "a", kind: .ops, default: "on"))),
      .flag(FlagEntry(FlagDefinition(key: "c", kind: .ops))), .noFlag(key: "b"), .noFlag(key: "unknown"),
    ])
    after.revision += 1
    #expect(after.keys == ["B", "a", "c"])
    #expect(after.evaluate("a", for: FlagContext())?.isEnabled == true)
    #expect(before.keys == ["B", "a", "b"])
    #expect(before.evaluate("a", for: FlagContext())?.isEnabled == false)
    #expect(before.revision == 42)
    #expect(CompiledRuleset().keys.isEmpty)
  }

  @Test func keysAreTheirBytes() {
    var ruleset = CompiledRuleset()
    ruleset.apply([
      .flag(FlagEntry(FlagDefinition(key: "\u{E9}", kind: .ops))),
      .flag(FlagEntry(FlagDefinition(key: "e\u{301}", kind: .ops, default: "on"))),
    ])
    #expect(ruleset.count == 2)
    #expect(ruleset.evaluate("\u{E9}", for: FlagContext())?.isEnabled == false)
    #expect(ruleset.evaluate("e\u{301}", for: FlagContext())?.isEnabled == true)
  }

  /// Its numbers mean nothing here, and must not be looked up.
  @Test func aFlagOfAnotherRulesetIsDecidedOnItsOwn() throws {
    let required = Samples.flag(rules: [], changes: ["default": "on"])
    var flags: JSONObject = [:]
    for index in 0..<20 {
      flags["f\(index)"] = Samples.flag(rules: [], changes: ["prerequisites": [["flag": "required", "enabled": true]]])
    }
    flags["required"] = required
    let other = CompiledRuleset(try RulesetDocument(json: Samples.ruleset(flags), mode: .write))
    var small = flags
    for index in 1..<20 { small["f\(index)"] = nil }
    let ruleset = CompiledRuleset(try RulesetDocument(json: Samples.ruleset(small), mode: .write))
    let stranger = try #require(other["f19"])
    #expect(ruleset.issues(of: stranger).isEmpty)
    let explanation = ruleset.explain(stranger, for: FlagContext(), at: CompiledFlag.testTime)
    let outcome = ruleset.outcome(of: stranger, for: FlagContext(), at: CompiledFlag.testTime)
    #expect(explanation.evaluation == stranger.outcomes[outcome])
  }
}
