import SerinFlags
import Testing

@Suite struct ExplanationTests {
  private func flag() throws -> CompiledFlag {
    CompiledFlag(try FlagDefinition(json: Samples.rich, key: "new_checkout", mode: .write))
  }

  @Test func neverDisagreesWithTheAnswer() throws {
    var random = RandomFlags(seed: 41)
    var outcomes = Set<FlagReason>()
    for _ in 0..<600 {
      let json = random.flag()
      let definition = try FlagDefinition(json: json, key: "f", mode: .write)
      let flag = CompiledFlag(definition)
      let again = CompiledFlag(try FlagDefinition(json: definition.json, key: "f", mode: .read))
      for _ in 0..<8 {
        let context = random.context()
        let outcome = flag.outcome(for: context)
        let explanation = flag.explain(for: context)
        #expect(explanation.evaluation == flag.outcomes[outcome])
        #expect(again.outcome(for: context) == outcome)
        check(explanation, of: flag)
        outcomes.insert(explanation.evaluation.reason)
      }
    }
    #expect(outcomes == [.ruleMatched, .notDrawn, .noRule, .killed])
  }

  /// What the parts of an explanation must have to do with each other.
  private func check(_ explanation: Explanation, of flag: CompiledFlag) {
    let evaluation = explanation.evaluation
    let decider = explanation.rules.firstIndex { $0.id == evaluation.ruleId }
    #expect((decider == nil) == (evaluation.reason == .noRule || evaluation.reason == .killed))
    for (index, rule) in explanation.rules.enumerated() {
      let isReached = !flag.isKilled && index <= decider ?? .max
      #expect((rule.result == .notReached) == !isReached)
      if let condition = rule.condition {
        #expect((rule.result == .matched) == (condition.truth == .yes))
        check(condition)
      }
      if rule.result != .matched { #expect(rule.rollout == nil && rule.split == nil) }
      if let rollout = rule.rollout, let number = rollout.number {
        #expect(rollout.isDrawn == (number < rollout.threshold))
        #expect(rollout.unit.map { UInt64(Draw.number(salt: rollout.salt, unit: $0)) } == number)
      }
      if index == decider {
        #expect(rule.result == .matched)
        if let split = rule.split { #expect(split.variation == nil || split.variation == evaluation.variation) }
        if evaluation.reason == .notDrawn { #expect(rule.rollout?.isDrawn == false || rule.split?.variation == nil) }
      }
    }
  }

  /// Each group's truth follows from its parts.
  private func check(_ trace: ConditionTrace) {
    guard case .group(let group, let parts, let truth) = trace else { return }
    for part in parts { check(part) }
    let truths = parts.map(\.truth.rawValue)
    switch group {
    case .all: #expect(truth.rawValue == truths.min())
    case .any: #expect(truth.rawValue == truths.max())
    case .not: #expect(truth == parts.first?.truth.negated)
    }
  }

  @Test func tellsEveryPartInWords() throws {
    #expect(
      try flag().explain(for: Samples.context).lines == [
        "new_checkout: off, variation off, by rule r_00000001, whose percentage does not include this unit",
        "  rule 1 r_1a2b3c4d \"beta testers\": not matched",
        "    email endsWith \"@example.com\" ignoring case: false (is \"a@other.org\")",
        "  rule 2 r_5e6f7a8b: matched",
        "    all: true",
        "      country in [\"DE\",\"FR\",49,true]: true (is \"DE\")",
        "      any: true",
        "        appVersion semver>= \"5.2\": true (is \"5.10.1\")",
        "        not: false",
        "          plan equals \"free\": true (is \"free\")",
        "      age >= 18: true (is 30)",
        "      userID exists: true (is \"alice\")",
        "    rollout: userID \"alice\" with salt \"k3J9xw2Q\" draws \(percent("k3J9xw2Q", "alice")) %, "
          + "which is not below 5 %: not in",
        "  rule 3 r_00000001: matched",
        "    rollout: userID \"alice\" with salt \"zzzzzzzz\" draws \(percent("zzzzzzzz", "alice")) %, "
          + "which is not below 0.15 %: not in",
      ])
  }

  private func percent(_ salt: String, _ unit: String) -> String {
    JSONValue.number(Double(Draw.number(salt: salt, unit: unit)) / 1_000_000).text()
  }

  @Test func tellsOfAbsentAttributesAndUnits() throws {
    let explanation = try flag().explain(for: FlagContext())
    #expect(
      explanation.description == """
        new_checkout: off, variation off, by rule r_00000001, whose percentage does not include this unit
          rule 1 r_1a2b3c4d "beta testers": unknown, so not matched
            email endsWith "@example.com" ignoring case: unknown (absent)
          rule 2 r_5e6f7a8b: not matched
            all: false
              country in ["DE","FR",49,true]: unknown (absent)
              any: unknown
                appVersion semver>= "5.2": unknown (absent)
                not: unknown
                  plan equals "free": unknown (absent)
              age >= 18: unknown (absent)
              userID exists: false (absent)
          rule 3 r_00000001: matched
            rollout: 0.15 %, but there is no unit to draw on
        """)
  }

  @Test func theJSONHasEveryPart() throws {
    let json = try flag().explain(for: Samples.context).json
    #expect(json["flag"] == "new_checkout")
    #expect(json["evaluation"]?["ruleId"] == "r_00000001")
    #expect(
      json["rules"]?[0] == [
        "id": "r_1a2b3c4d", "name": "beta testers", "result": "notMatched",
        "condition": [
          "attribute": "email", "op": "endsWith", "value": "@example.com", "ignoringCase": true,
          "actual": "a@other.org", "truth": "false",
        ],
      ])
    #expect(json["rules"]?[1]?["condition"]?["all"]?[1]?["any"]?[1]?["not"]?["truth"] == "true")
    #expect(
      json["rules"]?[2]?["rollout"] == [
        "attribute": "userID", "unit": "alice", "salt": "zzzzzzzz", "draw": "sha256",
        "number": .number(Double(Draw.number(salt: "zzzzzzzz", unit: "alice"))), "range": 100_000_000,
        "threshold": 150_000, "isDrawn": false,
      ])
    #expect(try JSONValue(parsing: json.serialized()) == json)
  }

  @Test func aPassedDeadlineIsExplainedAsSuch() {
    let deadline = Timestamp(microseconds: 1_000_000)
    let rollout = Rollout(percent: .nobody, salt: "s", deadline: deadline)
    let flag = Samples.split([.init("a", weight: 1)], salt: "t", rollout: rollout)
    let explanation = flag.explain(for: FlagContext(userID: "u"))
    #expect(explanation.lines.contains("    rollout: the deadline has passed: everybody is in"))
    #expect(explanation.json["rules"]?[0]?["rollout"]?["isPastDeadline"] == true)
  }

  @Test func numbersThatJSONCannotHoldAreTexts() {
    let rollout = Rollout(percent: Percentage(clamping: 50), salt: "s", draw: .launchDarkly)
    let flag = Samples.split([.init("a", weight: 1)], salt: "t", rollout: rollout)
    let trace = flag.explain(for: FlagContext(userID: "u")).json["rules"]?[0]?["rollout"]
    #expect(trace?["range"]?.stringValue.flatMap(UInt64.init) ?? 0 > 1 << 53)
    #expect(trace?["number"]?.stringValue.flatMap(UInt64.init) != nil)
  }

  @Test func splitsAndFixedPercentagesAreExplained() {
    let all = Rollout(percent: .everybody, salt: "s")
    let flag = Samples.split([.init("a", weight: 1), .init("b", weight: 1)], salt: "t", rollout: all)
    let lines = flag.explain(for: FlagContext(userID: "u")).lines
    let variation = Draw.number(salt: "t", unit: "u") < 50_000_000 ? "a" : "b"
    #expect(lines.contains("    rollout: 100 % is everybody"))
    #expect(
      lines.contains(
        "    split: userID \"u\" with salt \"t\" draws \(percent("t", "u")) %, which is variation \(variation)"))
    #expect(flag.explain(for: FlagContext()).lines.last == "    split: there is no unit to draw on")
    #expect(flag.explain(for: FlagContext()).json["rules"]?[0]?["split"]?["salt"] == "t")
  }

  /// Weights of other systems need not add up to everybody.
  @Test func aUnitBehindTheLastWeightIsNotOneWithoutAUnit() {
    let flag = Samples.split([.init("a", weight: 0.000001)], salt: "t", draw: .statsig)
    let line = flag.explain(for: FlagContext(userID: "u")).lines.last ?? ""
    #expect(line.hasPrefix("    split: userID \"u\" with salt \"t\" by statsig draws "))
    #expect(line.hasSuffix(" %, which is behind the last weight"))
  }

  @Test func killedAndMalformedFlagsSayWhy() throws {
    let killed = CompiledFlag(
      try FlagDefinition(json: Samples.rich.replacing("killed", with: true), key: "f", mode: .write))
    #expect(
      killed.explain(for: Samples.context).lines == [
        "f: off, variation off, since the flag is killed", "  rule 1 r_1a2b3c4d \"beta testers\": not reached",
        "  rule 2 r_5e6f7a8b: not reached", "  rule 3 r_00000001: not reached",
      ])
    let malformed = CompiledFlag(FlagEntry(reading: ["kind": 5], key: "f")).explain(for: Samples.context)
    #expect(
      malformed.lines == [
        "f: off, variation none, since the flag is malformed", "  flags.f.kind: a number is not a string",
      ])
    #expect(malformed.json["issues"] == [["path": "flags.f.kind", "message": "a number is not a string"]])
  }
}
