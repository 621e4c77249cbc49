import SerinFlags
import Testing

/// What is refused when a flag is written, each with its path and its reason.
@Suite struct FlagRefusalTests {
  private static let split: JSONValue = [
    "split": [["variation": "on", "weight": 50], ["variation": "off", "weight": 50]]
  ]

  static let problems: [(String, JSONValue?, String)] = [
    ("kind", nil, "flags.f.kind: is missing"),
    (
      "kind", "relase",
      "flags.f.kind: `relase` is not a kind; allowed are release, experiment, killSwitch, ops, permission"
    ),
    ("kind", 1, "flags.f.kind: a number is not a string"),
    ("owner", nil, "flags.f.owner: is missing"),
    ("owner", "", "flags.f.owner: must not be empty"),
    ("owner", "a\u{0}b", "flags.f.owner: control characters are not allowed"),
    (
      "owner", .string(String(repeating: "x", count: 257)),
      "flags.f.owner: 257 bytes are too many; at most 256 are allowed"
    ),
    ("expires", "2027-02-29", "flags.f.expires: `2027-02-29` is not a calendar day; write it as 2027-03-01"),
    ("expires", 20_270_301, "flags.f.expires: a number is not a string"),
    ("description", "a\u{7}", "flags.f.description: control characters are not allowed"),
    ("tags", "checkout", "flags.f.tags: a string is not an array"),
    ("tags[1]", 7, "flags.f.tags[1]: a number is not a string"),
    ("killed", "yes", "flags.f.killed: a string is not a boolean"),
    ("killed", 0, "flags.f.killed: a number is not a boolean"),
    ("archived", nil, ""),
    (
      "owners", "x",
      "flags.f.owners: is unknown; allowed are kind, owner, expires, description, tags, killed, archived, "
        + "properties, variations, off, default, value, prerequisites, rules"
    ),
    ("prerequisites", [["flag": "g", "enabled": true]], ""), ("prerequisites", [["flag": "g", "serves": "on"]], ""),
    ("prerequisites", ["g"], "flags.f.prerequisites[0]: a string is not an object"),
    ("prerequisites", [["enabled": true]], "flags.f.prerequisites[0].flag: is missing"),
    ("prerequisites", [["flag": "g"]], "flags.f.prerequisites[0]: must have one of the members enabled, serves"),
    (
      "prerequisites", [["flag": "g", "enabled": true, "serves": "on"]],
      "flags.f.prerequisites[0]: must have one of the members enabled, serves"
    ),
    ("prerequisites", [["flag": "g", "enabled": 1]], "flags.f.prerequisites[0].enabled: a number is not a boolean"),
    ("properties", [], "flags.f.properties: an array is not an object"),
    (
      "properties.a b", ["type": "string", "default": ""],
      "flags.f.properties[\"a b\"]: `a b` is not a key; a key is 1 to 128 letters, digits, dots, underscores and hyphens, "
        + "and begins with a letter or digit"
    ),
    ("properties.max_items", 3, "flags.f.properties.max_items: a number is not an object"),
    (
      "properties.max_items.type", "int",
      "flags.f.properties.max_items.type: `int` is not a type; allowed are string, number, boolean, json"
    ),
    ("properties.max_items.default", "3", "flags.f.properties.max_items.default: a string is not a number"),
    ("properties.max_items.default", true, "flags.f.properties.max_items.default: a boolean is not a number"),
    ("properties.max_items.default", nil, "flags.f.properties.max_items.default: is missing"),
    ("properties.max_items.schema", [:], ""),
    ("properties.max_items.schema", [], "flags.f.properties.max_items.schema: an array is not an object"),
    ("properties.max_items.schema", ["minimum": 4], "flags.f.properties.max_items.default: 3 is less than 4"),
    (
      "properties.max_items.schema", ["maximum": 4],
      "flags.f.variations.on.properties.max_items: 5 is more than 4"
    ),
    ("properties.max_items.min", 1, "flags.f.properties.max_items.min: is unknown; allowed are type, default, schema"),
    ("variations.on.enabled", nil, "flags.f.variations.on.enabled: is missing"),
    ("variations.on.enabled", 1, "flags.f.variations.on.enabled: a number is not a boolean"),
    ("variations.on.colour", "x", "flags.f.variations.on.colour: is unknown; allowed are enabled, properties"),
    ("variations.on.properties.max_items", "5", "flags.f.variations.on.properties.max_items: a string is not a number"),
    (
      "variations.on.properties.colour", "red",
      "flags.f.variations.on.properties.colour: `colour` is not a property of this flag"
    ),
    (
      "variations.continue", ["enabled": true],
      "flags.f.variations.continue: `continue` is reserved for `otherwise`; choose another name"
    ),
    ("off", "none", "flags.f.off: `none` is not a variation of this flag; it has loud, off, on"),
    ("off", nil, ""),
    ("default", "none", "flags.f.default: `none` is not a variation of this flag; it has loud, off, on"),
    ("default", true, "flags.f.default: a boolean is not a string"),
    ("value", "colour", "flags.f.value: `colour` is not a property of this flag"),
    ("rules", [:], "flags.f.rules: an object is not an array"),
    ("rules[0]", "x", "flags.f.rules[0]: a string is not an object"),
    ("rules[0].id", nil, "flags.f.rules[0].id: is missing"),
    (
      "rules[0].id", "r_1A2B3C4D",
      "flags.f.rules[0].id: `r_1A2B3C4D` is not a rule id; it is r_ and eight of 0-9a-f, such as r_1a2b3c4d"
    ),
    ("rules[2].id", "r_1a2b3c4d", "flags.f.rules[2].id: `r_1a2b3c4d` is the id of an earlier rule too"),
    ("rules[0].serve", nil, "flags.f.rules[0].serve: is missing"),
    ("rules[0].serve", "none", "flags.f.rules[0].serve: `none` is not a variation of this flag; it has loud, off, on"),
    ("rules[0].serve", true, "flags.f.rules[0].serve: a boolean is neither a variation's name nor a split"),
    ("rules[0].serve", split, "flags.f.rules[0].serve.salt: is missing"),
    ("rules[0].enabled", true, "flags.f.rules[0].enabled: is unknown; allowed are id, name, when, rollout, serve"),
    ("rules[1].rollout.percent", 120, "flags.f.rules[1].rollout.percent: 120 is not between 0 and 100"),
    ("rules[1].rollout.percent", 101, "flags.f.rules[1].rollout.percent: 101 is not between 0 and 100"),
    ("rules[1].rollout.percent", -1, "flags.f.rules[1].rollout.percent: -1 is not between 0 and 100"),
    ("rules[1].rollout.percent", 5.0000001, "flags.f.rules[1].rollout.percent: 5.0000001 has more than six decimals"),
    ("rules[1].rollout.percent", "5", "flags.f.rules[1].rollout.percent: a string is not a number"),
    ("rules[1].rollout.percent", nil, "flags.f.rules[1].rollout.percent: is missing"),
    ("rules[1].rollout.percent", .number(.nan), "flags.f.rules[1].rollout.percent: the number is not finite"),
    ("rules[1].rollout.salt", nil, "flags.f.rules[1].rollout.salt: is missing"),
    ("rules[1].rollout.salt", 5, "flags.f.rules[1].rollout.salt: a number is not a string"),
    ("rules[1].rollout.by", "", "flags.f.rules[1].rollout.by: must not be empty"),
    (
      "rules[1].rollout.draw", "murmur",
      "flags.f.rules[1].rollout.draw: `murmur` is not a draw; allowed are "
        + DrawAlgorithm.allCases.map(\.rawValue).joined(separator: ", ")
    ),
    (
      "rules[1].rollout.otherwise", "none",
      "flags.f.rules[1].rollout.otherwise: `none` is not a variation of this flag; it has loud, off, on"
    ),
    ("rules[1].rollout.deadline", "2027-01-15T09:00:00Z", ""), ("rules[1].rollout.deadline", 1_800_000_000, ""),
    (
      "rules[1].rollout.deadline", "2027-01-15",
      "flags.f.rules[1].rollout.deadline: `2027-01-15` is not an instant; write it with its offset, as "
        + "2027-01-15T09:00:00Z"
    ),
    (
      "rules[1].rollout.percentage", 5,
      "flags.f.rules[1].rollout.percentage: is unknown; allowed are percent, by, salt, draw, deadline, otherwise"
    ),
    ("rules[1].serve.split", [], "flags.f.rules[1].serve.split: must not be empty"),
    ("rules[1].serve.split[0].weight", 0, "flags.f.rules[1].serve.split[0].weight: 0 is not a positive number"),
    ("rules[1].serve.split[0].weight", -5, "flags.f.rules[1].serve.split[0].weight: -5 is not a positive number"),
    (
      "rules[1].serve.split[0].weight", 1e-9,
      "flags.f.rules[1].serve.split[0].weight: 1e-09 is not between 0.000001 and 1000000000"
    ),
    (
      "rules[1].serve.split[0].weight", 2e9,
      "flags.f.rules[1].serve.split[0].weight: 2000000000 is not between 0.000001 and 1000000000"
    ),
    (
      "rules[1].serve.split[1]", ["variation": "loud", "weight": 0.000001],
      ""
    ),
    ("rules[1].serve.split[0].variation", nil, "flags.f.rules[1].serve.split[0].variation: is missing"),
  ]

  @Test(arguments: problems)
  func oneProblemIsNamedWithItsPath(path: String, value: JSONValue?, expected: String) {
    let json = Samples.rich.replacing(path, with: value)
    do throws(DocumentError) {
      _ = try FlagDefinition(json: json, key: "f", mode: .write)
      #expect(expected.isEmpty)
    } catch {
      #expect(error.issues.map(\.description) == [expected])
    }
  }

  static let conditions: [(JSONValue, String)] = [
    (
      [:],
      ": is not a condition; it has one of the members all, any, not, attribute, segment, percent, flag, now"
    ),
    ("x", ": a string is not an object"),
    (["all": []], ".all: must not be empty; leave `when` out for a rule that matches everybody"),
    (["any": []], ".any: must not be empty; leave `when` out for a rule that matches everybody"),
    (["all": ["attribute": "a"]], ".all: an object is not an array"),
    (["any": [1]], ".any[0]: a number is not an object"),
    (["not": []], ".not: an array is not an object"),
    (
      ["not": ["attribute": "a", "op": "exists"], "any": []],
      ": is several conditions at once (any, not); it has one of the members all, any, not, attribute, segment, "
        + "percent, flag, now"
    ),
    (["all": [["attribute": "a", "op": "exists"]], "x": 1], ".x: is unknown; allowed are all"),
    (["segment": 5], ".segment: a number is not a string"),
    (["segment": "beta", "x": 1], ".x: is unknown; allowed are segment"),
    (["percent": ["percent": 5]], ".percent.salt: is missing"),
    (["percent": ["percent": 101, "salt": "x"]], ".percent.percent: 101 is not between 0 and 100"),
    (
      ["percent": ["percent": 5, "salt": "x", "otherwise": "off"]],
      ".percent.otherwise: is unknown; allowed are percent, by, salt, draw, deadline"
    ),
    (["flag": "g"], ".serves: is missing"), (["flag": "g", "serves": 1], ".serves: a number is not a string"),
    (["now": "later", "instant": "2027-01-01T00:00:00Z"], ".now: `later` is neither before nor after"),
    (["now": "after"], ".instant: is missing"),
    (
      ["list": ["alice"]],
      ": `list` is allowed only in a segment; put it into one and use `segment` here"
    ),
    (["attribute": "a"], ".op: is missing"),
    (["attribute": "", "op": "exists"], ".attribute: must not be empty"),
    (["attribute": 1, "op": "exists"], ".attribute: a number is not a string"),
    (
      ["attribute": "a", "op": "before", "value": "2027-01-15"],
      ".value: `2027-01-15` is not an instant; write it with its offset, as 2027-01-15T09:00:00Z"
    ),
    (
      ["attribute": "a", "op": "cidr", "values": ["10.0.0.0/8", "10.0.0.0/33"]],
      ".values[1]: `10.0.0.0/33` is not a range of addresses such as 10.0.0.0/8 or 2001:db8::/32"
    ),
    (
      ["attribute": "a", "op": "modulo", "divisor": 0, "remainder": 1],
      ".divisor: 0 is not a whole number from 1 to 9007199254740992"
    ),
    (
      ["attribute": "a", "op": "modulo", "divisor": 3, "remainder": 3],
      ".remainder: must be less than the divisor 3, not 3"
    ),
    (["attribute": "a", "op": "containsAny", "values": []], ".values: must not be empty"),
    (["attribute": "a", "op": "equals"], ".value: is missing"),
    (["attribute": "a", "op": "equals", "value": nil], ".value: null is not a string, a number or a boolean"),
    (["attribute": "a", "op": "equals", "value": [1]], ".value: an array is not a string, a number or a boolean"),
    (
      ["attribute": "a", "op": "equals", "values": ["x"], "value": "x"],
      ".values: is unknown; allowed are attribute, op, value, ignoringCase"
    ),
    (["attribute": "a", "op": "in", "values": []], ".values: must not be empty"),
    (["attribute": "a", "op": "in", "values": "x"], ".values: a string is not an array"),
    (["attribute": "a", "op": "in", "values": ["x", nil]], ".values[1]: null is not a string, a number or a boolean"),
    (["attribute": "a", "op": "startsWith", "value": ""], ".value: must not be empty: it would match every string"),
    (["attribute": "a", "op": "contains", "value": 5], ".value: a number is not a string"),
    (["attribute": "a", "op": "<", "value": "5"], ".value: a string is not a number"),
    (["attribute": "a", "op": ">=", "value": true], ".value: a boolean is not a number"),
    (
      ["attribute": "a", "op": "=", "value": 1, "ignoringCase": true],
      ".ignoringCase: is unknown; allowed are attribute, op, value"
    ),
    (
      ["attribute": "a", "op": "semver=", "value": "1.2.x"],
      ".value: `1.2.x` is not a semantic version such as 1.2.3 or 1.2.3-beta.1"
    ),
    (["attribute": "a", "op": "semver=", "value": 5], ".value: a number is not a string"),
    (["attribute": "a", "op": "exists", "value": true], ".value: is unknown; allowed are attribute, op"),
    (
      ["attribute": "a", "op": "equals", "value": "x", "ignoringCase": "yes"],
      ".ignoringCase: a string is not a boolean"
    ),
  ]

  @Test(arguments: conditions)
  func aWrongConditionIsNamedWithItsPath(condition: JSONValue, expected: String) {
    let json = Samples.rich.replacing("rules[0].when", with: condition)
    let error = #expect(throws: DocumentError.self) { try FlagDefinition(json: json, key: "f", mode: .write) }
    #expect(error?.issues.map(\.description) == ["flags.f.rules[0].when" + expected])
  }

  @Test func anUnknownOperatorIsAnsweredWithTheKnownOnes() {
    let condition: JSONValue = ["attribute": "a", "op": "future_op", "value": 1]
    let json = Samples.rich.replacing("rules[0].when", with: condition)
    let error = #expect(throws: DocumentError.self) { try FlagDefinition(json: json, key: "f", mode: .write) }
    #expect(
      error?.description
        == "flags.f.rules[0].when.op: `future_op` is not an operator; allowed are equals in startsWith endsWith contains "
        + "matches = != < <= > >= semver= semver!= semver< semver<= semver> semver>= semver~ semver^ before after "
        + "containsAny containsAll cidr modulo exists absent")
  }

  @Test func allProblemsAreFoundInDocumentOrder() {
    let json: JSONValue = [
      "rules": [["id": "x", "rollout": ["percent": 120, "extra": 1], "serve": "nope", "zzz": 1], 5],
      "unknown": 1, "variations": ["on": ["enabled": 1], "off": ["enabled": false]], "kind": "x", "off": "nope",
    ]
    let error = #expect(throws: DocumentError.self) { try FlagDefinition(json: json, key: "bad key", mode: .write) }
    #expect(
      error?.issues.map(\.path) == [
        "flags[\"bad key\"]", "flags[\"bad key\"].rules[0].id", "flags[\"bad key\"].rules[0].rollout.percent",
        "flags[\"bad key\"].rules[0].rollout.extra", "flags[\"bad key\"].rules[0].rollout.salt",
        "flags[\"bad key\"].rules[0].serve", "flags[\"bad key\"].rules[0].zzz", "flags[\"bad key\"].rules[1]",
        "flags[\"bad key\"].unknown", "flags[\"bad key\"].variations.on.enabled", "flags[\"bad key\"].kind",
        "flags[\"bad key\"].off", "flags[\"bad key\"].owner",
      ])
  }

  @Test func atMostAHundredProblemsAreListed() {
    var object: JSONObject = ["kind": "ops", "owner": "me"]
    for index in 0..<5000 { object["unknown\(index)"] = 1 }
    let error = #expect(throws: DocumentError.self) {
      try FlagDefinition(json: .object(object), key: "f", mode: .write)
    }
    #expect(error?.issues.count == 100)
    #expect(error?.issues.first?.path == "flags.f.unknown0")
  }

  @Test func aWeightThatNobodyWouldGetIsRefused() {
    let arms: JSONValue = [["variation": "on", "weight": 1_000_000_000], ["variation": "off", "weight": 0.000001]]
    let json = Samples.rich.replacing("rules[1].serve.split", with: arms)
    let error = #expect(throws: DocumentError.self) { try FlagDefinition(json: json, key: "f", mode: .write) }
    #expect(
      error?.description
        == "flags.f.rules[1].serve.split: `off` has the weight 1e-06, less than a hundred-millionth of "
        + "the sum: nobody would get it")
  }
}
