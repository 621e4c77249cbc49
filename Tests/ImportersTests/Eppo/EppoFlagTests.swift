import Importers
import SerinFlags
import Testing

struct EppoFlagTests {
  private static func flag(_ members: JSONObject) -> JSONValue {
    var flag: JSONObject = [
      "enabled": true, "variationType": "STRING", "totalShards": 10_000,
      "variations": ["a": ["value": "A"], "b": ["value": "B"]], "allocations": [],
    ]
    for (name, value) in members { flag[name] = value }
    return .object(flag)
  }

  private static func allocation(_ members: JSONObject) -> JSONValue {
    var allocation: JSONObject = ["key": "k", "splits": [["variationKey": "a", "shards": []]]]
    for (name, value) in members { allocation[name] = value }
    return .object(allocation)
  }

  private static func flag(condition: JSONValue) -> JSONValue {
    flag(["allocations": [allocation(["rules": [["conditions": [condition]]]])]])
  }

  private static func flag(shard: JSONValue, total: Double = 10_000) -> JSONValue {
    flag([
      "totalShards": .number(total),
      "allocations": [allocation(["splits": [["variationKey": "a", "shards": [shard]]]])],
    ])
  }

  private static func read(_ flags: JSONObject) throws -> Import {
    let imported = try EppoImporter.read(["flags": .object(flags)])
    try expectRoundTrip(imported)
    return imported
  }

  static let unsupported: [(flag: JSONValue, path: String)] = [
    (
      flag(condition: ["attribute": "x", "operator": "RESEMBLES", "value": "y"]),
      "flags.f.allocations[0].rules[0].conditions[0].operator"
    ),
    (
      flag(condition: ["attribute": "userID", "operator": "ONE_OF", "value": ["y"]]),
      "flags.f.allocations[0].rules[0].conditions[0].attribute"
    ),
    (
      flag(condition: ["attribute": "x", "operator": "ONE_OF", "value": [1]]),
      "flags.f.allocations[0].rules[0].conditions[0].value"
    ),
    (
      flag(condition: ["attribute": "x", "operator": "MATCHES", "value": "(?=a)"]),
      "flags.f.allocations[0].rules[0].conditions[0].value"
    ),
    (
      flag(condition: ["attribute": "x", "operator": "NOT_MATCHES", "value": 5]),
      "flags.f.allocations[0].rules[0].conditions[0].value"
    ),
    (
      flag(condition: ["attribute": "x", "operator": "GT", "value": "tall"]),
      "flags.f.allocations[0].rules[0].conditions[0].value"
    ),
    (
      flag(condition: ["attribute": "x", "operator": "IS_NULL", "value": "true"]),
      "flags.f.allocations[0].rules[0].conditions[0].value"
    ),
    (flag(shard: ["ranges": []]), "flags.f.allocations[0].splits[0].shards[0].salt"),
    (flag(shard: ["salt": "s", "ranges": [["start": 0]]]), "flags.f.allocations[0].splits[0].shards[0].ranges[0]"),
    (flag(shard: ["salt": "s", "ranges": [["start": 0, "end": 10]]], total: 1000), "flags.f.totalShards"),
    (flag(["allocations": [allocation(["startAt": "soon"])]]), "flags.f.allocations[0].startAt"),
    (flag(["allocations": [allocation(["endAt": 5])]]), "flags.f.allocations[0].endAt"),
    (flag(["variationType": "COLOUR"]), "flags.f.variationType"),
  ]

  @Test(arguments: unsupported.indices)
  func aFlagWithWhatHasNoEqualIsLeftOutAndThePathSaysWhere(index: Int) throws {
    let (flag, path) = Self.unsupported[index]
    let imported = try Self.read(["f": flag, "other": Self.flag([:])])
    #expect(imported.leftOut == [path])
    #expect(imported.document.flags.map(\.key) == ["other"])
  }

  @Test
  func splitsThatDivideTheSubjectsAreOneRule() throws {
    func split(_ name: String, _ start: Double, _ end: Double) -> JSONValue {
      [
        "variationKey": .string(name),
        "shards": [
          ["salt": "traffic", "ranges": [["start": 0, "end": 6000]]],
          ["salt": "split", "ranges": [["start": .number(start), "end": .number(end)]]],
        ],
      ]
    }
    let imported = try Self.read([
      "f": Self.flag(["allocations": [Self.allocation(["splits": [split("a", 0, 2500), split("b", 2500, 10_000)]])]])
    ])
    let rule = try #require(imported.document.flags[0].definition?.rules.first)
    #expect(imported.document.flags[0].definition?.rules.count == 1)
    #expect(rule.when == nil)
    #expect(
      rule.rollout == Rollout(percent: Percentage(clamping: 60), salt: "traffic", draw: .eppo, otherwise: .continue))
    let arms = [Split.Arm("a", weight: 2500), Split.Arm("b", weight: 7500)]
    #expect(rule.serve == .split(Split(arms, salt: "split", draw: .eppo)))
  }

  @Test
  func whatIsOnlyStatedAsDifferentIsImported() throws {
    let imported = try Self.read([
      "flag": Self.flag(["variationType": "BOOLEAN", "variations": ["on": ["value": true]]]),
      "number": Self.flag(condition: ["attribute": "x", "operator": "GT", "value": 5]),
      "text": Self.flag(condition: ["attribute": "x", "operator": "MATCHES", "value": "a"]),
    ])
    #expect(
      imported.effects == [
        "flags.flag: changed", "flags.number.allocations[0].rules[0].conditions[0]: changed",
        "flags.text.allocations[0].rules[0].conditions[0]: changed",
      ])
    #expect(imported.document.flags.count == 3)
  }

  @Test
  func aBooleanFlagThatAlwaysAssignsIsNotDifferent() throws {
    func split(_ name: String, _ start: Double, _ end: Double) -> JSONValue {
      let range: JSONValue = ["start": .number(start), "end": .number(end)]
      return ["variationKey": .string(name), "shards": [["salt": "s", "ranges": [range]]]]
    }
    let variations: JSONValue = ["on": ["value": true], "off": ["value": false]]
    let imported = try Self.read([
      "all": Self.flag([
        "variationType": "BOOLEAN", "variations": variations,
        "allocations": [Self.allocation(["splits": [["variationKey": "off", "shards": []]]])],
      ]),
      "half": Self.flag([
        "variationType": "BOOLEAN", "variations": variations,
        "allocations": [Self.allocation(["splits": [split("on", 0, 5000), split("off", 5000, 10_000)]])],
      ]),
    ])
    #expect(imported.effects == [])
    #expect(imported.answer("all")?.isEnabled == false)
    #expect(imported.answer("all")?.variation == "off")
  }

  @Test
  func bothEndsOfAnAllocationsPeriodBelongToIt() throws {
    let allocation = Self.allocation(["startAt": "2026-01-01T00:00:00.000Z", "endAt": "2026-02-01T00:00:00.000Z"])
    let imported = try Self.read(["f": Self.flag(["allocations": [allocation]])])
    for (text, isIn) in [
      ("2025-12-31T23:59:59.999Z", false), ("2026-01-01T00:00:00Z", true), ("2026-02-01T00:00:00Z", true),
      ("2026-02-01T00:00:00.001Z", false),
    ] {
      let now = try #require(Timestamp(parsing: text))
      #expect((imported.answer("f", at: now)?.value == "A") == isIn, "\(text)")
    }
  }

  @Test
  func theObfuscatedFormIsRefused() {
    #expect(throws: DocumentError.self) { try EppoImporter.read(["format": "CLIENT", "flags": [:]]) }
    #expect(throws: DocumentError.self) { try EppoImporter.read(["allocations": []]) }
  }
}
