import SerinFlags
import Testing

/// One example of each reason that the evaluator gives, with everything that goes with it.
@Suite struct ReasonTests {
  private static let segments: JSONObject = ["bought": Samples.did("bought")]

  private static let changes: JSONObject = [
    "properties": ["n": ["type": "number", "default": 1]], "value": "n",
    "variations": [
      "off": ["enabled": false, "properties": ["n": 0]], "on": ["enabled": true, "properties": ["n": 2]],
    ],
  ]

  private static let half: JSONValue = ["percent": 0, "salt": "s"]

  static let flags: JSONObject = [
    "ruleMatched": Samples.gate(changes: changes),
    "notDrawn": Samples.flag(
      rules: [["id": "r_00000001", "rollout": half, "serve": "on"]], changes: changes),
    "default": Samples.gate(Samples.isEqual("nothing", "x"), changes: changes.with(["default": "on"])),
    "killed": Samples.gate(changes: changes.with(["killed": true])), "malformed": ["kind": 5],
    "prerequisiteFailed": Samples.gate(requires: [Samples.enabled("killed")], changes: changes),
    "cycle": Samples.gate(requires: [Samples.enabled("cycle")], changes: changes),
    "undecided": Samples.gate(Samples.segment("bought"), changes: changes),
    "archived": Samples.gate(changes: changes.with(["archived": true])),
  ]

  /// The rule's id, the variation, whether it is on, the value.
  static let rows: [(String, ruleId: String, variation: String, isEnabled: Bool, value: JSONValue)] = [
    ("ruleMatched", "r_00000001", "on", true, 2), ("notDrawn", "r_00000001", "off", false, 1),
    ("default", "default", "on", true, 2), ("killed", "", "off", false, 1), ("malformed", "", "", false, .null),
    ("prerequisiteFailed", "default", "off", false, 1), ("cycle", "default", "off", false, 1),
    ("undecided", "", "", false, .null),
  ]

  @Test(arguments: rows)
  func everyReasonComesWithItsAnswer(
    reason: String, ruleId: String, variation: String, isEnabled: Bool, value: JSONValue
  ) throws {
    let ruleset = try Samples.compiled(Self.flags, segments: Self.segments)
    let context = FlagContext(userID: "alice")
    let evaluation = try #require(ruleset.evaluate(reason, for: context))
    #expect(evaluation.reason.rawValue == reason)
    #expect(evaluation.ruleId == ruleId && evaluation.variation == variation && evaluation.isEnabled == isEnabled)
    #expect(evaluation.value == value)
    #expect(evaluation.properties["n"] ?? .null == value)
    let explanation = try #require(ruleset.explain(reason, for: context))
    #expect(explanation.evaluation == evaluation)
    #expect(explanation.lines.first?.hasPrefix("\(reason): ") == true)
  }

  /// EV-38: an archived flag has no answer at all, so the caller's default counts.
  @Test func anArchivedFlagIsAsGoodAsUnknown() throws {
    var ruleset = try Samples.compiled(Self.flags, segments: Self.segments)
    let context = FlagContext(userID: "alice")
    #expect(ruleset.evaluate("archived", for: context) == nil && ruleset.explain("archived", for: context) == nil)
    #expect(!ruleset.evaluateAll(for: context).contains { $0.key == "archived" })
    // The same document without the mark answers as before, so nobody is reshuffled.
    ruleset.apply([.flag(FlagEntry(reading: Samples.gate(changes: Self.changes), key: "archived"))])
    #expect(ruleset.isOn("archived"))
    ruleset.apply([
      .flag(FlagEntry(reading: Samples.gate(changes: Self.changes.with(["archived": true])), key: "archived"))
    ])
    #expect(ruleset.evaluate("archived", for: context) == nil)
  }

  /// EV-37: flag state x prerequisite x segment x individual target x percentage.
  @Test func aKillBeatsTargetsSegmentsAndPrerequisites() throws {
    let target = Samples.isEqual("userID", "alice")
    let rules: JSONValue = [
      ["id": "r_00000001", "when": target, "serve": "on"],
      ["id": "r_00000002", "when": Samples.segment("all"), "serve": "on"],
      ["id": "r_00000003", "rollout": ["percent": 100, "salt": "s"], "serve": "on"],
    ]
    for isMet in [true, false] {
      for isKilled in [true, false] {
        let flag = Samples.gate(
          requires: [Samples.enabled("other", isMet)], changes: ["rules": rules, "killed": .bool(isKilled)])
        let ruleset = try Samples.compiled(
          ["f": flag, "other": Samples.gate()], segments: ["all": Samples.not(Samples.isEqual("userID", "nobody"))])
        for (user, rule) in [("alice", "r_00000001"), ("bob", "r_00000002"), (nil, "r_00000003")] as [(String?, String)]
        {
          let evaluation = try #require(ruleset.evaluate("f", for: FlagContext(userID: user)))
          #expect(evaluation.isEnabled == (!isKilled && isMet))
          #expect(evaluation.ruleId == (isKilled ? "" : isMet ? rule : "default"))
          #expect(evaluation.reason == (isKilled ? .killed : isMet ? .ruleMatched : .prerequisiteFailed))
        }
      }
    }
  }

  @Test func aRuleMayNameItsOwnUnitForEachDraw() throws {
    let rules: JSONValue = [
      [
        "id": "r_00000001", "rollout": ["percent": 50, "salt": "s", "by": "company", "otherwise": "continue"],
        "serve": "on",
      ],
      ["id": "r_00000002", "rollout": ["percent": 50, "salt": "t", "by": "deviceID"], "serve": "on"],
    ]
    let ruleset = try Samples.compiled(["f": Samples.gate(changes: ["rules": rules])])
    for index in 0..<200 {
      let (company, device) = ("c-\(index % 20)", "d-\(index)")
      let context = FlagContext(userID: "u", deviceID: device, attributes: ["company": .string(company)])
      let byCompany = Draw.number(salt: "s", unit: company) < 50_000_000
      let byDevice = Draw.number(salt: "t", unit: device) < 50_000_000
      let evaluation = try #require(ruleset.evaluate("f", for: context))
      #expect(evaluation.isEnabled == (byCompany || byDevice))
      #expect(evaluation.ruleId == (byCompany ? "r_00000001" : "r_00000002"))
    }
    // Without a company the first rule draws nobody and goes on.
    #expect(ruleset.evaluate("f", for: FlagContext(userID: "u"))?.ruleId == "r_00000002")
  }
}
