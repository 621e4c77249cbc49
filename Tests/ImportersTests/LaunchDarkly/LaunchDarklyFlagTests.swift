import Importers
import SerinFlags
import Testing

struct LaunchDarklyFlagTests {
  private static func flag(_ members: JSONObject) -> JSONValue {
    var flag: JSONObject = [
      "on": true, "salt": "s", "variations": ["rule", "rest", "off"], "offVariation": 2,
      "fallthrough": ["variation": 1],
    ]
    for (name, value) in members { flag[name] = value }
    return .object(flag)
  }

  private static func read(_ flags: JSONObject, segments: JSONObject = [:]) throws -> Import {
    let imported = try LaunchDarklyImporter.read(["flags": .object(flags), "segments": .object(segments)])
    #expect(imported.leftOut == [])
    try expectRoundTrip(imported)
    return imported
  }

  /// An operator with its values, and attributes that match and do not; an absent attribute matches nothing.
  struct Operator: CustomTestStringConvertible {
    let name: String
    let values: JSONValue
    let matching: [JSONValue]
    let others: [JSONValue]
    var testDescription: String { name }
  }

  static let operators = [
    Operator(
      name: "in", values: ["a", 1, true], matching: ["a", 1, true, ["b", "a"], [1]],
      others: ["A", "1", 2, false, "", [], ["1"]]),
    Operator(name: "startsWith", values: ["ab", "x"], matching: ["abc", "x"], others: ["Abc", "cab", "", 1, true]),
    Operator(name: "endsWith", values: ["bc"], matching: ["abc", "bc"], others: ["bcd", "", 1]),
    Operator(name: "contains", values: ["b"], matching: ["abc", "b"], others: ["B", "", 5, false]),
    Operator(name: "matches", values: ["^a+$", "z"], matching: ["aa", "xzx"], others: ["ab", "", 1]),
    Operator(name: "lessThan", values: [5], matching: [4.5, -1], others: [5, 6, "4", true]),
    Operator(name: "lessThanOrEqual", values: [5], matching: [5, 4], others: [5.5, "5"]),
    Operator(name: "greaterThan", values: [5, 7], matching: [6, 8], others: [5, "9"]),
    Operator(name: "greaterThanOrEqual", values: [5], matching: [5, 6], others: [4, "5", [6]]),
    Operator(
      name: "before", values: [1_609_459_200_000], matching: ["2020-12-31T23:59:59Z", 1_609_459_199_999],
      others: ["2021-01-01T00:00:00Z", 1_609_459_200_000, "then", true]),
    Operator(
      name: "after", values: ["2021-01-01T00:00:00Z"], matching: ["2021-01-01T01:00:01+01:00", 1_609_459_200_001],
      others: ["2021-01-01T01:00:00+01:00", 1_609_459_200_000, "", 5]),
    Operator(name: "semVerEqual", values: ["2.0"], matching: ["2", "2.0.0", "2.0.0+b"], others: ["2.0.1", "v2", 2]),
    Operator(
      name: "semVerLessThan", values: ["2"], matching: ["1.9", "2.0.0-rc"], others: ["2", "2.0.1", "x", "v1", 1]),
    Operator(name: "semVerGreaterThan", values: ["2.0.0-rc"], matching: ["2", "2.1"], others: ["2.0.0-rc", "1", ""]),
  ]

  @Test(arguments: operators, [false, true])
  func anOperatorMatchesWhatLaunchDarklyMatches(test: Operator, isNegated: Bool) throws {
    let clause: JSONValue = [
      "attribute": "x", "op": .string(test.name), "values": test.values, "negate": .bool(isNegated),
    ]
    let imported = try Self.read(["f": Self.flag(["rules": [["variation": 0, "clauses": [clause]]]])])
    for value in test.matching {
      #expect(imported.answer("f", ["x": value])?.value == (isNegated ? "rest" : "rule"), "\(value)")
    }
    for value in test.others {
      #expect(imported.answer("f", ["x": value])?.value == (isNegated ? "rule" : "rest"), "\(value)")
    }
    #expect(imported.answer("f")?.value == "rest")
    #expect(imported.answer("f", ["x": nil])?.value == "rest")
  }

  @Test
  func aContextThatDoesNotSayIsNotAnonymous() throws {
    let clause: JSONValue = ["attribute": "anonymous", "op": "in", "values": [false]]
    let imported = try Self.read(["f": Self.flag(["rules": [["variation": 0, "clauses": [clause]]]])])
    #expect(imported.answer("f")?.value == "rule")
    #expect(imported.answer("f", ["anonymous": false])?.value == "rule")
    #expect(imported.answer("f", ["anonymous": true])?.value == "rest")
  }

  @Test
  func referencesOfOnePartAndTheKeyAreAttributes() throws {
    let clauses: [JSONValue] = [
      ["attribute": "/a~1b", "contextKind": "user", "op": "in", "values": ["x"]],
      ["attribute": "key", "op": "startsWith", "values": ["al"]],
      ["attribute": "/c", "op": "in", "values": ["y"]],
      ["attribute": "kind", "op": "in", "values": ["user"]],
    ]
    let imported = try Self.read(["f": Self.flag(["rules": [["variation": 0, "clauses": .array(clauses)]]])])
    #expect(imported.answer("f", ["a/b": "x", "/c": "y"])?.value == "rule")
    #expect(imported.answer("f", user: "bob", ["a/b": "x", "/c": "y"])?.value == "rest")
  }

  @Test
  func aFlagThatIsOffIsKilledAndGivesItsOffValue() throws {
    let imported = try Self.read(["f": Self.flag(["on": false])])
    let answer = imported.answer("f")
    #expect(answer?.reason == .killed)
    #expect(answer?.isEnabled == false)
    #expect(answer?.value == "off")
  }

  @Test
  func withoutAnOffVariationTheCallersDefaultCounts() throws {
    let imported = try Self.read(["f": Self.flag(["on": false, "offVariation": nil])])
    #expect(imported.answer("f")?.value == JSONValue.null)
  }

  @Test
  func targetsComeBeforeRulesInTheirOrder() throws {
    let targets: JSONValue = [
      ["variation": 2, "values": ["alice", "bob"]], ["variation": 0, "values": ["alice", "carol"]],
    ]
    let everybody: JSONValue = [["variation": 1, "clauses": []]]
    let imported = try Self.read([
      "plain": Self.flag(["targets": targets, "rules": everybody]),
      "ordered": Self.flag([
        "targets": targets, "rules": everybody,
        "contextTargets": [
          ["contextKind": "user", "variation": 0, "values": []], ["contextKind": "user", "variation": 2, "values": []],
        ],
      ]),
    ])
    #expect(
      ["alice", "bob", "carol", "dan"].map { imported.answer("plain", user: $0)?.value } == [
        "off", "off", "rule", "rest",
      ])
    #expect(
      ["alice", "bob", "carol", "dan"].map { imported.answer("ordered", user: $0)?.value } == [
        "rule", "off", "rule", "rest",
      ])
  }

  @Test
  func aPrerequisiteNeedsTheVariationOfAFlagThatIsOn() throws {
    let imported = try Self.read([
      "on": Self.flag([:]), "off": Self.flag(["on": false]),
      "met": Self.flag(["prerequisites": [["key": "on", "variation": 1]]]),
      "notMet": Self.flag(["prerequisites": [["key": "on", "variation": 0]]]),
      // The off variation of a flag that is off does not count.
      "ofOff": Self.flag(["prerequisites": [["key": "off", "variation": 2]]]),
    ])
    #expect(imported.answer("met")?.value == "rest")
    #expect(imported.answer("notMet")?.value == "off")
    #expect(imported.answer("notMet")?.reason == .prerequisiteFailed)
    #expect(imported.answer("ofOff")?.value == "off")
  }

  @Test
  func segmentsIncludeBeforeTheyExclude() throws {
    let segment: JSONValue = [
      "included": ["alice"], "excluded": ["alice", "bob"], "salt": "s",
      "rules": [["clauses": [["attribute": "plan", "op": "in", "values": ["pro"]]]]],
    ]
    func flag(_ negate: Bool) -> JSONValue {
      let clause: JSONValue = ["op": "segmentMatch", "values": ["s", "missing"], "negate": .bool(negate)]
      return Self.flag(["rules": [["variation": 0, "clauses": [clause]]]])
    }
    let imported = try Self.read(["in": flag(false), "out": flag(true)], segments: ["s": segment])
    for (user, plan, isIn) in [
      ("alice", nil, true), ("bob", "pro", false), ("carol", "pro", true), ("carol", "free", false),
      ("carol", nil, false),
    ] as [(String, String?, Bool)] {
      let attributes: JSONObject = plan.map { ["plan": .string($0)] } ?? [:]
      #expect(imported.answer("in", user: user, attributes)?.value == (isIn ? "rule" : "rest"), "\(user)")
      #expect(imported.answer("out", user: user, attributes)?.value == (isIn ? "rest" : "rule"), "\(user)")
    }
  }

  @Test
  func aSegmentsOppositeIsKeptOnlyWhereItIsUsed() throws {
    let clause: JSONValue = ["op": "segmentMatch", "values": ["s"]]
    let imported = try Self.read(
      ["f": Self.flag(["rules": [["variation": 0, "clauses": [clause]]]])],
      segments: ["s": ["included": ["alice"]], "s.not": ["included": ["bob"]]])
    #expect(imported.document.segments.map(\.key) == ["s", "s.not"])
    #expect(imported.document.segments[1].json == ["list": ["bob"], "by": "userID"])
  }

  @Test
  func longListsOfTargetsAreDivided() throws {
    let users = (0..<2500).map { JSONValue.string("user-\($0)") }
    let imported = try Self.read(["f": Self.flag(["targets": [["variation": 0, "values": .array(users)]]])])
    #expect(imported.answer("f", user: "user-2499")?.value == "rule")
    #expect(imported.answer("f", user: "user-2500")?.value == "rest")
  }

  @Test
  func anExperimentIsAnExperimentAndSimpleValuesAreFlags() throws {
    let rollout: JSONValue = [
      "kind": "experiment",
      "variations": [["variation": 0, "weight": 50_000], ["variation": 1, "weight": 50_000, "untracked": true]],
    ]
    let imported = try LaunchDarklyImporter.read([
      "flags": ["e": Self.flag(["fallthrough": ["rollout": rollout]])], "flagValues": ["v": 5, "b": false],
    ])
    #expect(imported.document.flags.compactMap(\.definition).map(\.kind) == [.release, .experiment, .release])
    #expect(imported.answer("v")?.value == 5)
    #expect(imported.answer("b")?.isEnabled == false)
    #expect(imported.findings.map(\.path) == ["flags.e.fallthrough.rollout.variations[1].untracked"])
  }
}
