import SerinFlags
import Testing

/// Segments within segments.
@Suite struct SegmentGraphTests {
  private static let inner = Samples.isEqual("a", "x")

  /// Segments `s0`, which has the condition, to `s<depth - 1>`, each of which holds the one before.
  private func chain(_ depth: Int, _ first: JSONValue = inner) -> JSONObject {
    var segments: JSONObject = ["s0": first]
    for index in 1..<max(depth, 1) { segments["s\(index)"] = Samples.all(Samples.segment("s\(index - 1)")) }
    return segments
  }

  private let x = FlagContext(userID: "alice", attributes: ["a": "x"])

  @Test func segmentsHoldSegmentsDownToThirtyTwoLevels() throws {
    let deep = try Samples.compiled(["f": Samples.gate(Samples.segment("s31"))], segments: chain(32))
    #expect(deep.isOn("f", for: x))
    #expect(deep.reason("f") == .noRule)
    let deeper = try Samples.compiled(
      ["f": Samples.gate(Samples.segment("s32")), "g": Samples.gate(Samples.segment("s31"))], segments: chain(33))
    #expect(deeper.reason("f", for: x) == .malformed)
    #expect(deeper.isOn("g", for: x))
    #expect(
      try deeper.issues(of: #require(deeper["f"])).map(\.message) == [
        "uses the segment `s32`, which holds segments within segments more than 32 deep"
      ])
  }

  @Test func aDiamondOfThirtyLevelsIsDecidedOnceEachLevel() throws {
    // Without a memo this would ask for the innermost segment 2^29 times.
    var segments: JSONObject = ["s0": Self.inner]
    for index in 1..<30 {
      let below = Samples.segment("s\(index - 1)")
      segments["s\(index)"] =
        index.isMultiple(of: 2) ? Samples.all(below, below) : Samples.not(Samples.any(Samples.not(below), below))
    }
    let ruleset = try Samples.compiled(["f": Samples.gate(Samples.any(Samples.segment("s28")))], segments: segments)
    // 14 odd levels turn true into false: not (any (not x, x)) is never true.
    #expect(ruleset.reason("f", for: x) == .noRule)
    var plain: JSONObject = ["s0": Self.inner]
    for index in 1..<30 {
      plain["s\(index)"] = Samples.all(Samples.segment("s\(index - 1)"), Samples.segment("s\(index - 1)"))
    }
    let diamond = try Samples.compiled(["f": Samples.gate(Samples.segment("s29"))], segments: plain)
    #expect(diamond.isOn("f", for: x))
    #expect(diamond.explain("f", for: x)?.evaluation.isEnabled == true)
    #expect(diamond.reason("f") == .noRule)
  }

  static let unusable: [(String, JSONObject, String)] = [
    ("missing", [:], "uses the segment `s`, which is not in this ruleset"),
    ("malformed", ["s": ["quantum": 1]], "uses the segment `s`, which is malformed"),
    (
      "operator", ["s": ["attribute": "a", "op": "future_op", "value": 1]], "uses the segment `s`, which is malformed"
    ),
    ("itself", ["s": ["not": ["segment": "s"]]], "uses the segment `s`, which contains itself"),
    (
      "cycle", ["s": ["segment": "t"], "t": ["any": [["segment": "u"], ["list": []]]], "u": ["segment": "s"]],
      "uses the segment `s`, which contains itself"
    ),
    (
      "beside a cycle", ["s": ["segment": "t"], "t": ["segment": "t"]],
      "uses the segment `s`, which uses the segment `t`, which contains itself"
    ),
    (
      "far", ["s": ["segment": "t"], "t": ["segment": "u"], "u": ["segment": "gone"]],
      "uses the segment `s`, which uses the segment `gone`, which is not in this ruleset"
    ),
  ]

  @Test(arguments: unusable)
  func aFlagWhoseSegmentMakesNoSenseIsMalformedAndNoOther(name: String, segments: JSONObject, message: String) throws {
    var all = segments
    all["sound"] = Self.inner
    let ruleset = try Samples.compiled(
      [
        "f": Samples.gate(Samples.any(Samples.segment("s"), Self.inner)), "g": Samples.gate(Samples.segment("sound")),
        "h": Samples.gate(nil, requires: [Samples.enabled("f", false)]),
        "i": Samples.gate(Samples.not(Samples.serves("f", "on"))),
      ], segments: all)
    #expect(ruleset.reason("f", for: x) == .malformed)
    #expect(try ruleset.issues(of: #require(ruleset["f"])).map(\.message) == [message])
    #expect(ruleset.explain("f", for: x)?.issues.map(\.path) == ["flags.f"])
    #expect(ruleset.isOn("g", for: x))
    // A malformed flag meets nothing, not even "not enabled", and nothing can be said of what it serves.
    #expect(ruleset.reason("h", for: x) == .prerequisiteFailed)
    #expect(ruleset.explain("i", for: x)?.rules.first?.condition?.truth == .unknown)
  }

  @Test func aSegmentThatIsRepairedRepairsItsFlags() throws {
    var ruleset = try Samples.compiled(
      ["f": Samples.gate(Samples.segment("s")), "g": Samples.gate(nil, requires: [Samples.enabled("f")])],
      segments: ["s": ["segment": "t"]])
    #expect(ruleset.reason("f", for: x) == .malformed && ruleset.reason("g", for: x) == .prerequisiteFailed)
    ruleset.apply([.segment(SegmentEntry(reading: Self.inner, key: "t"))])
    #expect(ruleset.isOn("f", for: x) && ruleset.isOn("g", for: x))
    ruleset.apply([.noSegment(key: "t")])
    #expect(ruleset.reason("f", for: x) == .malformed)
  }

  @Test func aProblemFarDownIsNamedOnceHoweverLongTheWay() throws {
    var segments = chain(3000, Samples.segment("gone"))
    segments["other"] = Self.inner
    let ruleset = try Samples.compiled(["f": Samples.gate(Samples.segment("s2999"))], segments: segments)
    let issues = try ruleset.issues(of: #require(ruleset["f"]))
    #expect(
      issues.map(\.message) == [
        "uses the segment `s2999`, which uses the segment `gone`, which is not in this ruleset"
      ])
  }
}
