import SerinFlags
import Testing

@Suite struct PrerequisiteTests {
  private func reason(_ requires: JSONValue...) throws -> FlagReason? {
    var flags = Samples.inEveryState
    flags["f"] = Samples.gate(requires: requires)
    return try Samples.compiled(flags).reason("f", for: FlagContext(userID: "u", attributes: ["a": "x"]))
  }

  /// Flag, what it serves (nil when nothing is known of it), whether that is enabled.
  static let answers: [(String, variation: String?, isEnabled: Bool)] = [
    ("on", "on", true), ("off", "off", false), ("killed", "off", false), ("loop", "off", false),
    ("failed", "off", false), ("archived", nil, false), ("malformed", nil, false), ("unknown", nil, false),
  ]

  @Test(arguments: answers)
  func isMetByWhatTheOtherFlagServes(key: String, variation: String?, isEnabled: Bool) throws {
    let isKnown = variation != nil
    func expected(_ isMet: Bool) -> FlagReason { isMet ? .ruleMatched : .prerequisiteFailed }
    #expect(try reason(Samples.enabled(key)) == expected(isEnabled))
    #expect(try reason(Samples.enabled(key, false)) == expected(isKnown && !isEnabled))
    for name in ["on", "off", "none"] {
      #expect(try reason(Samples.serves(key, name)) == expected(variation == name))
    }
  }

  @Test func allOfThemMustBeMet() throws {
    #expect(
      try reason(Samples.enabled("on"), Samples.enabled("off", false), Samples.serves("on", "on")) == .ruleMatched)
    #expect(try reason(Samples.enabled("on"), Samples.enabled("off")) == .prerequisiteFailed)
    #expect(try reason(Samples.enabled("off"), Samples.enabled("on")) == .prerequisiteFailed)
  }

  @Test func aFlagWhosePrerequisiteFailsServesItsOffVariationByNoRule() throws {
    let changes: JSONObject = [
      "variations": ["none": ["enabled": false], "on": ["enabled": true, "properties": ["n": 2]]], "off": "none",
      "default": "on", "properties": ["n": ["type": "number", "default": 1]], "value": "n",
    ]
    let ruleset = try Samples.compiled([
      "f": Samples.gate(requires: [Samples.enabled("g")], changes: changes),
      "g": Samples.gate(Samples.isEqual("a", "x")),
    ])
    let failed = try #require(ruleset.evaluate("f", for: FlagContext(userID: "u")))
    #expect(failed.reason == .prerequisiteFailed && failed.ruleId == "default" && failed.variation == "none")
    #expect(!failed.isEnabled && failed.properties == ["n": 1] && failed.value == 1)
    let met = try #require(ruleset.evaluate("f", for: FlagContext(userID: "u", attributes: ["a": "x"])))
    #expect(met.reason == .ruleMatched && met.value == 2)
  }

  @Test func aVariationIsWhatIsServedNotWhatIsDrawn() throws {
    let arms: JSONValue = [["variation": "on", "weight": 1], ["variation": "more", "weight": 1]]
    let variations: JSONValue = ["off": ["enabled": false], "on": ["enabled": true], "more": ["enabled": true]]
    let split = Samples.flag(
      rules: [["id": "r_00000001", "serve": ["split": arms, "salt": "s"]]], changes: ["variations": variations])
    let ruleset = try Samples.compiled([
      "split": split, "f": Samples.gate(requires: [Samples.serves("split", "more")]),
      "g": Samples.gate(requires: [Samples.enabled("split")]),
    ])
    for index in 0..<100 {
      let context = FlagContext(userID: "user-\(index)")
      let served = try #require(ruleset.evaluate("split", for: context)).variation
      #expect(ruleset.isOn("f", for: context) == (served == "more"))
      #expect(ruleset.isOn("g", for: context))
    }
    // Without a unit nothing is drawn, so nothing is met.
    #expect(ruleset.reason("f", for: FlagContext()) == .prerequisiteFailed)
    #expect(ruleset.reason("g", for: FlagContext()) == .prerequisiteFailed)
  }

  @Test func aKilledFlagChecksNothing() throws {
    let ruleset = try Samples.compiled([
      "f": Samples.gate(requires: [Samples.enabled("gone")], changes: ["killed": true]),
      "g": Samples.gate(requires: [Samples.enabled("f", false)]),
    ])
    #expect(ruleset.reason("f") == .killed)
    #expect(ruleset.isOn("g"))
  }

  /// EV-35: a change of the flag that others require reaches them, however the change comes.
  @Test func aChangedPrerequisiteChangesItsDependents() throws {
    var ruleset = try Samples.compiled([
      "a": Samples.gate(requires: [Samples.enabled("b"), Samples.enabled("c")]), "b": Samples.gate(),
      "c": Samples.gate(),
    ])
    #expect(ruleset.isOn("a"))
    ruleset.apply([.flag(FlagEntry(reading: Samples.gate(changes: ["killed": true]), key: "b"))])
    #expect(ruleset.reason("a") == .prerequisiteFailed)
    ruleset.apply([.flag(FlagEntry(reading: Samples.gate(), key: "b"))])
    #expect(ruleset.isOn("a"))
    ruleset.apply([.noFlag(key: "c")])
    #expect(ruleset.reason("a") == .prerequisiteFailed)
    ruleset.apply([.flag(FlagEntry(reading: Samples.gate(changes: ["archived": true]), key: "c"))])
    #expect(ruleset.reason("a") == .prerequisiteFailed)
    ruleset.apply([.flag(FlagEntry(reading: Samples.gate(), key: "c"))])
    #expect(ruleset.isOn("a"))
    // A flag that nobody referred to when the ruleset was made.
    ruleset.apply([
      .flag(FlagEntry(reading: Samples.gate(requires: [Samples.enabled("d")]), key: "b")),
      .flag(FlagEntry(reading: Samples.gate(), key: "d")),
    ])
    #expect(ruleset.isOn("a") && ruleset.isOn("b"))
    ruleset.apply([.noFlag(key: "d")])
    #expect(!ruleset.isOn("a") && !ruleset.isOn("b") && ruleset.isOn("c"))
  }

  @Test func aFlagOnItsOwnKnowsNoOthers() throws {
    let json = Samples.gate(requires: [Samples.enabled("g")])
    let flag = CompiledFlag(FlagEntry(reading: json, key: "f"))
    #expect(flag.evaluate(for: Samples.context).reason == .prerequisiteFailed)
    #expect(flag.explain(for: Samples.context).evaluation.reason == .prerequisiteFailed)
    let inSegment = CompiledFlag(FlagEntry(reading: Samples.gate(Samples.segment("s")), key: "f"))
    #expect(inSegment.evaluate(for: Samples.context).reason == .malformed)
    #expect(inSegment.explain(for: Samples.context).evaluation.reason == .malformed)
  }
}
