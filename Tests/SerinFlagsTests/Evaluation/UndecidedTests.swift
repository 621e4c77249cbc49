import SerinFlags
import Testing

/// Facts of behaviour that are not known, and what depends on them.
@Suite struct UndecidedTests {
  private let alice = FlagContext(userID: "alice")

  /// Why a flag with this condition answers what it answers.
  private func reason(_ condition: JSONValue, _ facts: [String: Bool] = [:]) throws -> FlagReason? {
    let ruleset = try Samples.compiled(["f": Samples.gate(condition)], segments: BehaviourSamples.segments)
    let evaluation = ruleset.evaluate("f", for: alice, at: CompiledFlag.testTime, facts: Samples.answers(facts))
    let explanation = ruleset.explain("f", for: alice, at: CompiledFlag.testTime, facts: Samples.answers(facts))
    #expect(explanation?.evaluation == evaluation)
    return evaluation?.reason
  }

  @Test func aFactThatIsKnownDecides() throws {
    #expect(try reason(BehaviourSamples.bought, ["bought": true]) == .ruleMatched)
    #expect(try reason(BehaviourSamples.bought, ["bought": false]) == .noRule)
    #expect(try reason(Samples.not(BehaviourSamples.bought), ["bought": false]) == .ruleMatched)
    #expect(try reason(BehaviourSamples.bought) == .undecided)
    #expect(try reason(Samples.not(BehaviourSamples.bought)) == .undecided)
    #expect(try reason(BehaviourSamples.bought, ["left": true]) == .undecided)
  }

  /// What a fact that is not known and another part come to: undecided unless it can no longer become true, or is true.
  static let combinations: [(String, JSONValue, all: FlagReason, any: FlagReason)] = [
    ("true", BehaviourSamples.yes, all: .undecided, any: .ruleMatched),
    ("false", BehaviourSamples.no, all: .noRule, any: .undecided),
    ("unknown", BehaviourSamples.unknown, all: .noRule, any: .undecided),
    ("another", Samples.segment("left"), all: .undecided, any: .undecided),
  ]

  @Test(arguments: combinations)
  func kleeneLeavesUndecidedOnlyWhatMayStillBecomeTrue(
    name: String, part: JSONValue, all: FlagReason, any: FlagReason
  ) throws {
    for fact in [BehaviourSamples.bought, Samples.not(BehaviourSamples.bought)] {
      #expect(try reason(Samples.all(fact, part)) == all)
      #expect(try reason(Samples.all(part, fact)) == all)
      #expect(try reason(Samples.any(fact, part)) == any)
      #expect(try reason(Samples.any(part, fact)) == any)
      // not (any (not a, not b)) is all (a, b), and the other way round.
      #expect(try reason(Samples.not(Samples.any(Samples.not(fact), Samples.not(part)))) == all)
      #expect(try reason(Samples.not(Samples.all(Samples.not(fact), Samples.not(part)))) == any)
    }
  }

  @Test func threePartsFollowTheSameRule() throws {
    let rows: [([JSONValue], all: FlagReason, any: FlagReason)] = [
      ([BehaviourSamples.yes, BehaviourSamples.bought, BehaviourSamples.unknown], all: .noRule, any: .ruleMatched),
      ([BehaviourSamples.yes, BehaviourSamples.bought, BehaviourSamples.no], all: .noRule, any: .ruleMatched),
      ([BehaviourSamples.yes, BehaviourSamples.bought, BehaviourSamples.yes], all: .undecided, any: .ruleMatched),
      ([BehaviourSamples.no, BehaviourSamples.bought, BehaviourSamples.unknown], all: .noRule, any: .undecided),
      ([BehaviourSamples.no, BehaviourSamples.bought, BehaviourSamples.no], all: .noRule, any: .undecided),
      ([BehaviourSamples.unknown, BehaviourSamples.bought, BehaviourSamples.unknown], all: .noRule, any: .undecided),
    ]
    for row in rows {
      for parts in [row.0, row.0.reversed()] {
        #expect(try reason(["all": .array(parts)]) == row.all)
        #expect(try reason(["any": .array(parts)]) == row.any)
      }
    }
  }

  // MARK: - Rules

  @Test func anUndecidedRuleStopsTheSearchAndAnEarlierMatchDoesNotWait() throws {
    func flag(_ rules: [JSONValue]) throws -> FlagReason? {
      let written = rules.enumerated().map { index, when -> JSONValue in
        ["id": .string("r_0000000\(index)"), "when": when, "serve": "on"]
      }
      let ruleset = try Samples.compiled(["f": Samples.flag(rules: written)], segments: BehaviourSamples.segments)
      return ruleset.reason("f")
    }
    #expect(try flag([BehaviourSamples.bought, BehaviourSamples.yes]) == .undecided)
    #expect(try flag([BehaviourSamples.yes, BehaviourSamples.bought]) == .ruleMatched)
    #expect(try flag([BehaviourSamples.no, BehaviourSamples.bought, BehaviourSamples.yes]) == .undecided)
    #expect(
      try flag([Samples.all(BehaviourSamples.bought, BehaviourSamples.no), BehaviourSamples.yes]) == .ruleMatched)
    #expect(try flag([Samples.all(BehaviourSamples.bought, BehaviourSamples.unknown)]) == .noRule)
  }

  @Test func thoseThatARolloutSendsOnMeetTheUndecidedRule() throws {
    let rules: JSONValue = [
      [
        "id": "r_00000001", "rollout": ["percent": 50, "salt": "s", "otherwise": "continue"], "serve": "on",
      ],
      ["id": "r_00000002", "when": BehaviourSamples.bought, "serve": "on"],
    ]
    let ruleset = try Samples.compiled(
      ["f": Samples.gate(changes: ["rules": rules])], segments: BehaviourSamples.segments)
    for index in 0..<200 {
      let context = FlagContext(userID: "user-\(index)")
      let isIn = Draw.number(salt: "s", unit: "user-\(index)") < 50_000_000
      #expect(ruleset.reason("f", for: context) == (isIn ? .ruleMatched : .undecided))
    }
  }

  @Test func anUndecidedAnswerSaysOnlyThat() throws {
    let ruleset = try Samples.compiled(
      ["f": Samples.gate(BehaviourSamples.bought)], segments: BehaviourSamples.segments)
    let evaluation = try #require(ruleset.evaluate("f", for: alice))
    #expect(evaluation.json == ["key": "f", "reason": "undecided"])
    #expect(evaluation.value == .null && !evaluation.isEnabled && evaluation.variation.isEmpty)
    let lines = try #require(ruleset.explain("f", for: alice)).lines
    #expect(lines.first?.hasSuffix("since something that it depends on could not be read in time") == true)
    #expect(lines.last?.hasSuffix(": undecided") == true)
  }

  // MARK: - Through others

  @Test func dependentsAreUndecidedUnlessSomethingElseDecides() throws {
    let ruleset = try Samples.compiled(
      [
        "f": Samples.gate(BehaviourSamples.bought), "off": Samples.gate(BehaviourSamples.no),
        "needs": Samples.gate(requires: [Samples.enabled("f")]),
        "needsBoth": Samples.gate(requires: [Samples.enabled("f"), Samples.enabled("off")]),
        "needsBothTurned": Samples.gate(requires: [Samples.enabled("off"), Samples.enabled("f")]),
        "needsNot": Samples.gate(requires: [Samples.enabled("f", false)]),
        "far": Samples.gate(requires: [Samples.enabled("needs")]),
        "asks": Samples.gate(Samples.serves("f", "on")),
        "asksNot": Samples.gate(Samples.not(Samples.serves("f", "on"))),
        "asksAndKnows": Samples.gate(Samples.any(Samples.serves("f", "on"), BehaviourSamples.yes)),
        "asksInVain": Samples.gate(Samples.all(Samples.serves("f", "on"), BehaviourSamples.unknown)),
        "inSegment": Samples.gate(Samples.segment("askers")), "healthy": Samples.gate(),
        "killed": Samples.gate(requires: [Samples.enabled("f")], changes: ["killed": true]),
      ], segments: BehaviourSamples.segments.with(["askers": Samples.serves("f", "on")]))
    let expected: [String: FlagReason] = [
      "f": .undecided, "off": .noRule, "needs": .undecided, "needsBoth": .prerequisiteFailed,
      "needsBothTurned": .prerequisiteFailed, "needsNot": .undecided, "far": .undecided, "asks": .undecided,
      "asksNot": .undecided, "asksAndKnows": .ruleMatched, "asksInVain": .noRule, "inSegment": .undecided,
      "healthy": .ruleMatched, "killed": .killed,
    ]
    let answer = ruleset.evaluateAll(for: alice, at: CompiledFlag.testTime)
    for evaluation in answer.evaluations { #expect(evaluation.reason == expected[evaluation.key], "\(evaluation.key)") }
    #expect(answer.evaluations.count == expected.count)
    #expect(answer.isPartial)
    #expect(answer.undecidedKeys == expected.filter { $0.value == .undecided }.map(\.key).sorted())
    #expect(answer.missingFacts == [Samples.fact("bought")])
    let known = ruleset.evaluateAll(for: alice, at: CompiledFlag.testTime, facts: Samples.answers(["bought": true]))
    #expect(!known.isPartial && known.missingFacts.isEmpty && known.undecidedKeys.isEmpty)
  }
}
