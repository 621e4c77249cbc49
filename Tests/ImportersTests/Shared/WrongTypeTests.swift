import Importers
import SerinFlags
import Testing

/// A member of a wrong type is not taken for one that is missing.
struct WrongTypeTests {
  static let launchDarkly: [(flag: JSONValue, path: String)] = [
    (["on": 1, "variations": [true, false]], "flags.f.on"), (["rules": [:]], "flags.f.rules"),
    (["rules": [["variation": 0]]], "flags.f.rules[0].clauses"),
    (["rules": [["variation": 0, "clauses": [5]]]], "flags.f.rules[0].clauses[0]"),
    (
      ["rules": [["variation": 0, "clauses": [["attribute": "a", "op": "in", "values": ["x"], "negate": "yes"]]]]],
      "flags.f.rules[0].clauses[0].negate"
    ),
    (
      ["rules": [["variation": 0, "clauses": [["attribute": "a", "op": "in"]]]]], "flags.f.rules[0].clauses[0].values"
    ),
    (["prerequisites": ["a"]], "flags.f.prerequisites[0]"), (["targets": "a"], "flags.f.targets"),
  ]

  @Test(arguments: launchDarkly.indices)
  func inLaunchDarklysFlags(index: Int) throws {
    let (flag, path) = Self.launchDarkly[index]
    let imported = try LaunchDarklyImporter.read(["flags": ["f": flag]])
    #expect(imported.leftOut == [path])
    #expect(imported.document.flags == [])
  }

  static let eppo: [(allocation: JSONValue, path: String)] = [
    (["splits": []], "flags.f.allocations[0].rules[0].conditions"),
    (["splits": [["variationKey": "a"]]], "flags.f.allocations[0].splits[0].shards"),
    (["splits": [["variationKey": "a", "shards": 1]]], "flags.f.allocations[0].splits[0].shards"),
    (["rules": 5, "splits": []], "flags.f.allocations[0].rules"),
  ]

  @Test(arguments: eppo.indices)
  func inEpposFlags(index: Int) throws {
    var allocation = try #require(Self.eppo[index].allocation.objectValue)
    if index == 0 { allocation["rules"] = [[:]] }
    let imported = try EppoImporter.read([
      "flags": [
        "f": [
          "enabled": true, "variationType": "STRING", "totalShards": 10_000, "variations": ["a": ["value": "A"]],
          "allocations": [.object(allocation)],
        ]
      ]
    ])
    #expect(imported.leftOut == [Self.eppo[index].path])
  }

  @Test
  func inTemplatesAndConfigs() throws {
    let firebase = try FirebaseImporter.read([
      "conditions": [["name": "c", "condition": ["andCondition": ["conditions": 5]]]],
      "parameters": [
        "p": ["defaultValue": ["value": "a"], "conditionalValues": ["c": ["value": "b"]]],
        "q": ["defaultValue": ["value": "a"], "conditionalValues": []],
        "r": ["defaultValue": ["value": "a", "useInAppDefault": "yes"]],
      ],
    ])
    #expect(
      firebase.leftOut == [
        "conditions[0].condition.andCondition.conditions", "parameters.p.conditionalValues.c",
        "parameters.q.conditionalValues", "parameters.r.defaultValue.useInAppDefault",
      ])
    let configCat = try ConfigCatImporter.read([
      "s": [["n": "x"]],
      "f": [
        "a": ["t": 1, "v": ["s": "x"], "r": "x"],
        "b": ["t": 1, "v": ["s": "x"], "r": [["c": [["s": ["s": 0, "c": 1]]], "s": ["v": ["s": "y"]]]]],
      ],
    ])
    #expect(configCat.leftOut == ["s[0].r", "f.a.r", "f.b.r[0].c[0].s.s"])
  }
}
