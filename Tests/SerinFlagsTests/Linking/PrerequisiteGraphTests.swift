import Foundation
import SerinFlags
import Testing

/// Chains, diamonds and cycles of flags.
@Suite struct PrerequisiteGraphTests {
  private static let toX = Samples.isEqual("a", "x")
  private let x = FlagContext(userID: "alice", attributes: ["a": "x"])
  private let y = FlagContext(userID: "alice", attributes: ["a": "y"])

  /// Flags `f0`, which is on for x, to `f<count - 1>`, each of which requires the one before.
  private static func chain(_ count: Int) -> RulesetDocument {
    let rule = RuleDefinition(
      id: "r_00000001", when: .attribute(AttributeCondition("a", .equals, ["x"])), serve: .variation("on"))
    let all = RuleDefinition(id: "r_00000001", serve: .variation("on"))
    return RulesetDocument(
      flags: (0..<count).map { index in
        FlagEntry(
          FlagDefinition(
            key: "f\(index)", kind: .ops,
            prerequisites: index == 0 ? [] : [Prerequisite(flag: "f\(index - 1)")], rules: [index == 0 ? rule : all]))
      })
  }

  @Test func aChainOfTwoHundredIsFollowedToItsEnd() throws {
    let ruleset = CompiledRuleset(Self.chain(200))
    #expect(ruleset.isOn("f199", for: x))
    #expect(ruleset.reason("f199", for: y) == .prerequisiteFailed)
    #expect(ruleset.reason("f0", for: y) == .noRule)
    #expect(ruleset.explain("f199", for: y)?.prerequisites.map(\.reason) == [.prerequisiteFailed])
    #expect(ruleset.evaluateAll(for: x).allSatisfy { $0.isEnabled })
  }

  @Test func aChainOfNineThousandNeedsNoDeepStack() throws {
    let outcome = SmallStack.run { () -> [Bool] in
      let ruleset = CompiledRuleset(Self.chain(9000))
      let x = FlagContext(userID: "alice", attributes: ["a": "x"])
      let last = ruleset.evaluate("f8999", for: x)
      let all = ruleset.evaluateAll(for: x)
      let other = ruleset.evaluate("f8999", for: FlagContext(userID: "alice"))
      let explanation = ruleset.explain("f8999", for: x)
      return [
        last?.isEnabled == true, all.count == 9000 && all.allSatisfy { $0.isEnabled },
        other?.reason == .prerequisiteFailed, explanation?.evaluation == last,
        Self.chain(9000).referenceIssues().isEmpty,
      ]
    }
    #expect(outcome == [true, true, true, true, true])
  }

  @Test func aCycleOfNineThousandNeedsNoDeepStackEither() throws {
    let outcome = SmallStack.run { () -> [Bool] in
      var document = Self.chain(9000)
      document.flags[0] = FlagEntry(
        FlagDefinition(key: "f0", kind: .ops, prerequisites: [Prerequisite(flag: "f8999")]))
      let ruleset = CompiledRuleset(document)
      let all = ruleset.evaluateAll(for: FlagContext())
      let issues = document.referenceIssues()
      return [
        all.count == 9000 && all.allSatisfy { $0.reason == .cycle }, issues.count == 1,
        issues.first?.message.hasPrefix("makes a cycle: f0 -> f8999 -> f8998 -> ") == true,
      ]
    }
    #expect(outcome == [true, true, true])
  }

  @Test func aSharedPrerequisiteIsNotACycle() throws {
    var flags: JSONObject = ["f0": Samples.gate(Self.toX)]
    for level in 1...20 {
      let below = ["l", "r"].map { level == 1 ? "f0" : "\($0)\(level - 1)" }
      for side in ["l", "r"] { flags["\(side)\(level)"] = Samples.gate(requires: below.map { Samples.enabled($0) }) }
    }
    let ruleset = try Samples.compiled(flags)
    #expect(ruleset.isOn("l20", for: x) && ruleset.isOn("r20", for: x))
    #expect(ruleset.reason("l20", for: y) == .prerequisiteFailed)
  }

  @Test func aFlagMayBeSharedByFortyOthers() throws {
    var flags: JSONObject = ["shared": Samples.gate(Self.toX)]
    for index in 0..<40 { flags["f\(index)"] = Samples.gate(requires: [Samples.enabled("shared")]) }
    let ruleset = try Samples.compiled(flags)
    for (context, reason) in [(x, FlagReason.ruleMatched), (y, .prerequisiteFailed)] {
      for index in 0..<40 { #expect(ruleset.reason("f\(index)", for: context) == reason) }
    }
  }

  /// EV-34: only the flags on the cycle suffer.
  @Test func onlyTheFlagsOnACycleAnswerSo() throws {
    let ruleset = try Samples.compiled([
      "a": Samples.gate(requires: [Samples.enabled("b")]), "b": Samples.gate(requires: [Samples.enabled("a")]),
      "healthy": Samples.gate(Self.toX), "beside": Samples.gate(requires: [Samples.enabled("healthy")]),
      "needs": Samples.gate(requires: [Samples.enabled("a")]),
      "refuses": Samples.gate(requires: [Samples.enabled("a", false)]),
      "asks": Samples.gate(Samples.serves("b", "off")),
    ])
    for key in ["a", "b"] {
      let evaluation = try #require(ruleset.evaluate(key, for: x))
      #expect(evaluation.reason == .cycle && !evaluation.isEnabled)
      #expect(evaluation.ruleId == "default" && evaluation.variation == "off")
    }
    #expect(ruleset.isOn("healthy", for: x) && ruleset.isOn("beside", for: x))
    // Others see the flags on the cycle as off.
    #expect(ruleset.reason("needs", for: x) == .prerequisiteFailed)
    #expect(ruleset.isOn("refuses", for: x) && ruleset.isOn("asks", for: x))
    #expect(ruleset.explain("a", for: x)?.evaluation.reason == .cycle)
  }

  @Test func aFlagThatRequiresItselfIsACycleOfOne() throws {
    let ruleset = try Samples.compiled([
      "a": Samples.gate(requires: [Samples.enabled("a")]), "b": Samples.gate(Samples.serves("b", "on")),
      "c": Samples.gate(Self.toX),
    ])
    #expect(ruleset.reason("a", for: x) == .cycle && ruleset.reason("b", for: x) == .cycle)
    #expect(ruleset.isOn("c", for: x))
  }

  @Test func aCycleMayRunThroughConditionsAndSegments() throws {
    let ruleset = try Samples.compiled(
      [
        "a": Samples.gate(Samples.segment("outer")), "b": Samples.gate(requires: [Samples.enabled("a")]),
        "c": Samples.gate(Samples.segment("plain")), "d": Samples.gate(Samples.segment("inner")),
      ],
      segments: [
        "outer": Samples.any(Self.toX, Samples.segment("inner")), "inner": Samples.serves("b", "on"), "plain": Self.toX,
      ])
    #expect(ruleset.reason("a", for: x) == .cycle && ruleset.reason("b", for: x) == .cycle)
    #expect(ruleset.isOn("c", for: x))
    // It only leads to the cycle.
    #expect(ruleset.reason("d", for: x) == .noRule)
  }

  @Test func aKillBreaksACycle() throws {
    let flags: JSONObject = [
      "a": Samples.gate(requires: [Samples.enabled("b", false)]), "b": Samples.gate(requires: [Samples.enabled("a")]),
    ]
    var ruleset = try Samples.compiled(flags)
    #expect(ruleset.reason("a") == .cycle && ruleset.reason("b") == .cycle)
    let killed = try #require(flags["b"]).replacing("killed", with: true)
    ruleset.apply([.flag(FlagEntry(reading: killed, key: "b"))])
    #expect(ruleset.isOn("a") && ruleset.reason("b") == .killed)
    ruleset.apply([.flag(FlagEntry(reading: try #require(flags["b"]), key: "b"))])
    #expect(ruleset.reason("a") == .cycle && ruleset.reason("b") == .cycle)
    ruleset.apply([.noFlag(key: "b")])
    #expect(ruleset.reason("a") == .prerequisiteFailed)
  }
}
