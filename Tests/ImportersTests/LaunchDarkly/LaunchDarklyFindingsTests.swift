import Importers
import SerinFlags
import Testing

/// What has no equal is named by its path in the source, and the flag is not imported.
struct LaunchDarklyFindingsTests {
  /// A flag with one rule of one clause.
  private static func flag(clause: JSONValue) -> JSONValue {
    flag(["rules": [["variation": 0, "clauses": [clause]]]])
  }

  /// A flag that is sound apart from some members.
  private static func flag(_ members: JSONObject) -> JSONValue {
    var flag: JSONObject = [
      "on": true, "salt": "s", "variations": ["a", "b"], "offVariation": 1, "fallthrough": ["variation": 0],
    ]
    for (name, value) in members { flag[name] = value }
    return .object(flag)
  }

  private static let half: JSONValue = [["variation": 0, "weight": 50_000], ["variation": 1, "weight": 50_000]]

  static let unsupported: [(flag: JSONValue, path: String)] = [
    (flag(clause: ["attribute": "a", "op": "resembles", "values": ["x"]]), "flags.f.rules[0].clauses[0].op"),
    (
      flag(clause: ["attribute": "a", "op": "in", "values": ["x"], "contextKind": "org"]),
      "flags.f.rules[0].clauses[0].contextKind"
    ),
    (
      flag(clause: ["attribute": "/address/city", "op": "in", "values": ["x"], "contextKind": "user"]),
      "flags.f.rules[0].clauses[0].attribute"
    ),
    (
      flag(clause: ["attribute": "userID", "op": "in", "values": ["x"]]),
      "flags.f.rules[0].clauses[0].attribute"
    ),
    (flag(clause: ["op": "in", "values": ["x"]]), "flags.f.rules[0].clauses[0].attribute"),
    (flag(clause: ["attribute": "a", "op": "in", "values": [["x": 1]]]), "flags.f.rules[0].clauses[0].values[0]"),
    (
      flag(clause: ["attribute": "a", "op": "matches", "values": ["ok", "(?=x)"]]),
      "flags.f.rules[0].clauses[0].values[1]"
    ),
    (flag(clause: ["attribute": "a", "op": "before", "values": ["soon"]]), "flags.f.rules[0].clauses[0].values[0]"),
    (flag(clause: ["attribute": "kind", "op": "contains", "values": ["u"]]), "flags.f.rules[0].clauses[0].op"),
    (flag(clause: ["op": "segmentMatch", "values": ["big"]]), "flags.f.rules[0].clauses[0].values[0]"),
    (
      flag(["contextTargets": [["contextKind": "org", "values": ["x"], "variation": 0]]]),
      "flags.f.contextTargets[0].contextKind"
    ),
    (flag(["targets": [["values": ["x"], "variation": 7]]]), "flags.f.targets[0].variation"),
    (flag(["rules": [["clauses": []]]]), "flags.f.rules[0].rollout.variations"),
    (flag(["rules": [["clauses": [], "variation": 2]]]), "flags.f.rules[0].variation"),
    (flag(["fallthrough": ["variation": 9]]), "flags.f.fallthrough.variation"),
    (
      flag(["fallthrough": ["rollout": ["variations": half, "contextKind": "org"]]]),
      "flags.f.fallthrough.rollout.contextKind"
    ),
    (
      flag(["fallthrough": ["rollout": ["variations": half, "contextKind": "user", "bucketBy": "/a/b"]]]),
      "flags.f.fallthrough.rollout.bucketBy"
    ),
    (
      flag(["fallthrough": ["rollout": ["variations": half, "kind": "bandit"]]]), "flags.f.fallthrough.rollout.kind"
    ),
    (flag(["offVariation": 2]), "flags.f.offVariation"),
    (flag(["on": false, "variations": [true, false], "offVariation": 0]), "flags.f.offVariation"),
    (flag(["prerequisites": [["key": "unknown", "variation": 0]]]), "flags.f.prerequisites[0].key"),
    (flag(["prerequisites": [["key": "other", "variation": 5]]]), "flags.f.prerequisites[0].variation"),
    (flag(["prerequisites": [["key": "chained", "variation": 1]]]), "flags.f.prerequisites[0].variation"),
    (flag(["prerequisites": [["key": "f", "variation": 0]]]), "flags.f.prerequisites[0].key"),
    (flag(["prerequisites": [["key": "lost", "variation": 0]]]), "flags.f.prerequisites[0].key"),
  ]

  @Test(arguments: unsupported.indices)
  func aFlagWithWhatHasNoEqualIsLeftOutAndThePathSaysWhere(index: Int) throws {
    let (flag, path) = Self.unsupported[index]
    let imported = try LaunchDarklyImporter.read([
      "flags": [
        "f": flag, "other": Self.flag([:]),
        "chained": Self.flag(["prerequisites": [["key": "other", "variation": 0]]]),
        "lost": Self.flag(["offVariation": -1]),
      ],
      "segments": ["big": ["unbounded": true, "generation": 1]],
    ])
    #expect(imported.leftOut.contains(path), "\(imported.findings)")
    #expect(imported.document.flags.map(\.key) == ["chained", "other"])
    try expectRoundTrip(imported)
  }

  static let unsupportedSegments: [(segment: JSONValue, path: String)] = [
    (["unbounded": true], "segments.s.unbounded"),
    (["includedContexts": [["contextKind": "org", "values": ["x"]]]], "segments.s.includedContexts[0].contextKind"),
    (["excludedContexts": [["contextKind": "org", "values": ["x"]]]], "segments.s.excludedContexts[0].contextKind"),
    (["included": [1]], "segments.s.included[0]"),
    (
      ["rules": [["clauses": [], "weight": 1000, "rolloutContextKind": "org"]]],
      "segments.s.rules[0].rolloutContextKind"
    ),
    (["rules": [["clauses": [], "weight": "much"]]], "segments.s.rules[0].weight"),
    (
      ["rules": [["clauses": [["op": "segmentMatch", "values": ["s"]]]]]],
      "segments.s.rules[0].clauses[0].values[0]"
    ),
  ]

  @Test(arguments: unsupportedSegments.indices)
  func aSegmentWithWhatHasNoEqualIsLeftOutWithTheFlagsThatUseIt(index: Int) throws {
    let (segment, path) = Self.unsupportedSegments[index]
    let imported = try LaunchDarklyImporter.read([
      "flags": [
        "f": Self.flag(clause: ["op": "segmentMatch", "values": ["s"], "negate": true]), "other": Self.flag([:]),
      ],
      "segments": ["s": segment],
    ])
    #expect(imported.leftOut == [path, "flags.f.rules[0].clauses[0].values[0]"])
    #expect(imported.document.flags.map(\.key) == ["other"])
    #expect(imported.document.segments == [])
  }

  @Test
  func flagsThatRequireEachOtherAreLeftOut() throws {
    let imported = try LaunchDarklyImporter.read([
      "flags": [
        "a": Self.flag(["prerequisites": [["key": "b", "variation": 0]]]),
        "b": Self.flag(["prerequisites": [["key": "a", "variation": 0]]]),
        "c": Self.flag(["prerequisites": [["key": "b", "variation": 0]]]),
      ]
    ])
    #expect(imported.leftOut == ["a", "b", "c"].map { "flags.\($0).prerequisites[0].key" })
    #expect(imported.document.flags == [])
  }

  @Test
  func segmentsThatReferToEachOtherAreLeftOutAndALongWayIsNoTrap() throws {
    func referring(_ key: String) -> JSONValue {
      ["rules": [["clauses": [["op": "segmentMatch", "values": [.string(key)]]]]]]
    }
    var segments: JSONObject = ["a": referring("b"), "b": referring("a"), "c": referring("b")]
    for index in 0..<3000 { segments["s\(index)"] = referring("s\(index + 1)") }
    let imported = try LaunchDarklyImporter.read([
      "flags": ["f": Self.flag(clause: ["op": "segmentMatch", "values": ["c"]])], "segments": .object(segments),
    ])
    #expect(
      Set(imported.leftOut)
        == Set(
          ["a", "b", "c"].map { "segments.\($0).rules[0].clauses[0].values[0]" } + [
            "flags.f.rules[0].clauses[0].values[0]"
          ]))
    #expect(imported.document.flags == [])
  }

  @Test
  func differencesAreStatedByPath() throws {
    let imported = try LaunchDarklyImporter.read([
      "flags": [
        "texts": Self.flag(clause: ["attribute": "a", "op": "contains", "values": ["x"]]),
        "boolean": Self.flag(["on": false, "variations": [true, false], "offVariation": nil]),
        "inverted": Self.flag(["variations": [true, false], "offVariation": 0]),
      ]
    ])
    #expect(
      imported.effects == [
        "flags.texts.rules[0].clauses[0]: changed", "flags.boolean.offVariation: changed",
        "flags.inverted.offVariation: changed",
      ])
    #expect(imported.document.flags.count == 3)
  }

  @Test(arguments: [[:], ["items": []], ["flags": []], 1] as [JSONValue])
  func whatIsNoFlagDataIsRefused(json: JSONValue) {
    #expect(throws: DocumentError.self) { try LaunchDarklyImporter.read(json) }
  }

  @Test
  func aKeyThatIsThereTwiceIsNamed() throws {
    let imported = try LaunchDarklyImporter.read(["flags": ["f": Self.flag([:])], "flagValues": ["f": 5]])
    #expect(imported.leftOut == ["flagValues.f"])
    #expect(imported.document.flags.map(\.key) == ["f"])
    try expectRoundTrip(imported)
  }

  @Test
  func aKeyThatCannotBeKeptIsNamed() throws {
    let imported = try LaunchDarklyImporter.read(["flags": ["a\u{1}b": Self.flag([:])]])
    #expect(imported.leftOut == ["flags[\"a\\u0001b\"]"])
  }
}
