import SerinFlags
import Testing

/// Definitions built in code that no document could hold: such a flag is malformed and says why.
@Suite struct CompileLimitTests {
  private static let rollout = Rollout(percent: .init(clamping: 50), salt: "s")

  @Test func drawsBeyondWhatFitsAreRefused() {
    let many = RuleDefinition(
      id: "r_00000001", when: .any(Array(repeating: .percent(Self.rollout), count: 32_000)), serve: .variation("on"))
    let others = Array(
      repeating: RuleDefinition(id: "r_00000002", rollout: Self.rollout, serve: .variation("on")), count: 800)
    let flag = CompiledFlag(FlagDefinition(key: "f", kind: .release, rules: [many] + others))
    #expect(
      flag.issues.map(\.description) == [
        "flags.f.rules: 32800 draws or attributes are too many; at most 32767 are allowed"
      ])
    #expect(flag.evaluate(for: FlagContext(userID: "u")).reason == .malformed)
  }

  @Test func asManyDrawsAsFitAreDecided() {
    let rules = (0..<32_767).map { index in
      let isLast = index == 32_766
      return RuleDefinition(
        id: isLast ? "r_00000002" : "r_00000001",
        rollout: Rollout(percent: isLast ? .everybody : .nobody, salt: "s\(index)", otherwise: .continue),
        serve: .variation("on"))
    }
    let flag = CompiledFlag(FlagDefinition(key: "f", kind: .release, rules: rules))
    #expect(flag.evaluate(for: FlagContext(userID: "u")).ruleId == "r_00000002")
  }

  @Test func weightsThatADrawDoesNotTakeAreNamed() {
    for (draw, weight, message) in [
      (DrawAlgorithm.sha256, 2e9, "are not all between 0.000001 and 1000000000"),
      (.flagd, 1e9, "add up to 3000000000; the draw flagd takes at most 2147483647"),
    ] {
      let arms = Array(repeating: Split.Arm("on", weight: weight), count: 3)
      let flag = Samples.split(arms, draw: draw)
      #expect(flag.issues.map(\.description) == ["flags.f.rules[0].serve: the weights \(message)"])
    }
  }
}
