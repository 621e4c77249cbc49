import SerinFlags
import Testing

/// Which facts of behaviour are needed, and which are missed.
@Suite struct MissingFactTests {
  private let alice = FlagContext(userID: "alice")

  @Test func theMissingFactsAreThoseThatWereAskedFor() throws {
    let ruleset = try Samples.compiled(
      [
        "f": Samples.gate(Samples.all(BehaviourSamples.no, BehaviourSamples.bought)),
        "g": Samples.gate(Samples.all(BehaviourSamples.yes, Samples.segment("left"))),
        "h": Samples.gate(Samples.any(BehaviourSamples.yes, Samples.segment("came"))),
      ], segments: BehaviourSamples.segments)
    // The other two could not have changed anything.
    #expect(ruleset.evaluateAll(for: alice, at: CompiledFlag.testTime).missingFacts == [Samples.fact("left")])
    let nobody = ruleset.evaluateAll(for: FlagContext(), at: CompiledFlag.testTime)
    #expect(Set(nobody.missingFacts) == [Samples.fact("bought"), Samples.fact("came")])
    let some = ruleset.evaluateAll(
      for: FlagContext(), at: CompiledFlag.testTime, facts: Samples.answers(["bought": true, "left": false]))
    #expect(some.missingFacts == [Samples.fact("came")])
    #expect(some.undecidedKeys == ["h"])
  }

  @Test func theFactsNeededAreThoseThatAnAnswerMayDependOn() throws {
    let ruleset = try Samples.compiled(
      [
        "f": Samples.gate(Samples.all(BehaviourSamples.no, BehaviourSamples.bought)),
        "g": Samples.gate(requires: [Samples.enabled("f")]),
        "h": Samples.gate(Samples.any(Samples.serves("g", "on"), Samples.segment("nested"))), "plain": Samples.gate(),
        "killed": Samples.gate(Samples.segment("came"), changes: ["killed": true]),
      ], segments: BehaviourSamples.segments.with(["nested": Samples.any(Samples.segment("left"), BehaviourSamples.no)])
    )
    let (bought, left) = (Samples.fact("bought"), Samples.fact("left"))
    #expect(ruleset.factsNeeded(by: ["f"]) == [bought])
    #expect(ruleset.factsNeeded(by: ["g"]) == [bought])
    #expect(ruleset.factsNeeded(by: ["h"]) == [bought, left])
    #expect(ruleset.factsNeeded(by: ["plain", "killed", "unknown"]).isEmpty)
    #expect(ruleset.factsNeeded(by: []).isEmpty)
    #expect(ruleset.factsNeeded() == [bought, left])
  }

  @Test func factsDifferByWhatWhoAndHowLong() throws {
    let seen: JSONValue = ["behaviour": ["seen": "x", "withinDays": 7]]
    let did: JSONValue = ["behaviour": ["did": "x", "withinDays": 7]]
    let longer: JSONValue = ["behaviour": ["did": "x", "withinDays": 8]]
    let ruleset = try Samples.compiled(
      [
        "a": Samples.gate(Samples.segment("a")), "b": Samples.gate(Samples.segment("b")),
        "c": Samples.gate(Samples.segment("c")),
      ],
      segments: ["a": seen, "b": did, "c": longer])
    let facts = BehaviourAnswers([BehaviourFact(.did(event: "x"), withinDays: 7): true])
    let answer = ruleset.evaluateAll(for: alice, at: CompiledFlag.testTime, facts: facts)
    #expect(answer.evaluations.map(\.reason) == [.undecided, .ruleMatched, .undecided])
    #expect(
      Set(answer.missingFacts) == [
        BehaviourFact(.seen(flag: "x"), withinDays: 7), BehaviourFact(.did(event: "x"), withinDays: 8),
      ])
  }
}
