import SerinFlags
import Testing

/// `{"flag": F, "serves": V}`.
@Suite struct FlagConditionTests {
  /// The flag, then what is said of its being on and off.
  static let rows: [(String, on: Truth, off: Truth)] = [
    ("on", .yes, .no), ("off", .no, .yes), ("killed", .no, .yes), ("loop", .no, .yes), ("failed", .no, .yes),
    ("archived", .unknown, .unknown), ("malformed", .unknown, .unknown), ("gone", .unknown, .unknown),
  ]

  @Test(arguments: rows)
  func looksAtWhatTheOtherFlagServes(key: String, on: Truth, off: Truth) throws {
    let none: Truth = on == .unknown ? .unknown : .no
    let asked: [(String, Truth)] = [("on", on), ("off", off), ("none", none)]
    for (variation, expected) in asked {
      for isNegated in [false, true] {
        let condition = Samples.serves(key, variation)
        var flags = Samples.inEveryState
        flags["f"] = Samples.gate(isNegated ? Samples.not(condition) : condition)
        let ruleset = try Samples.compiled(flags)
        let truth = isNegated ? expected.negated : expected
        let context = FlagContext(userID: "u", attributes: ["a": "x"])
        #expect(ruleset.explain("f", for: context)?.rules.first?.condition?.truth == truth)
        #expect(ruleset.isOn("f", for: context) == (truth == .yes))
      }
    }
  }

  @Test func variationsAreComparedByTheirBytes() throws {
    let variations: JSONValue = ["off": ["enabled": false], "\u{E9}": ["enabled": true]]
    let flag = Samples.flag(
      rules: [["id": "r_00000001", "serve": "\u{E9}"]], changes: ["variations": variations])
    let ruleset = try Samples.compiled([
      "e": flag, "f": Samples.gate(Samples.serves("e", "\u{E9}")), "g": Samples.gate(Samples.serves("e", "e\u{301}")),
    ])
    #expect(ruleset.isOn("f") && !ruleset.isOn("g"))
  }

  @Test func aFlagMayStandInSeveralConditionsAndSegments() throws {
    let ruleset = try Samples.compiled(
      [
        "a": Samples.gate(Samples.isEqual("plan", "pro")),
        "f": Samples.gate(
          Samples.all(Samples.serves("a", "on"), Samples.segment("pros"), Samples.not(Samples.serves("a", "off")))),
      ], segments: ["pros": Samples.serves("a", "on")])
    #expect(ruleset.isOn("f", for: FlagContext(userID: "u", attributes: ["plan": "pro"])))
    #expect(!ruleset.isOn("f", for: FlagContext(userID: "u", attributes: ["plan": "free"])))
    #expect(ruleset.reason("f", for: FlagContext(userID: "u")) == .noRule)
  }
}
