import SerinFlags
import TestRandom

/// Random sound flags and contexts that often meet: few attribute names, few values.
struct RandomFlags {
  var generator: SeededGenerator
  /// What conditions may refer to; nil for flags that stand on their own.
  var links: Links?

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  private static let texts: [JSONValue] = ["DE", "de", "FR", "é", "e\u{301}", "1.2.3", "1.2.4-beta", "2"]
  private static let others: [JSONValue] = [
    .null, true, 18, 17.5, [], -2, "10.1.2.3", "::ffff:10.0.0.1", "2001:db8::1", "2027-01-15T09:00:00.5+01:00",
    ["DE", 18], [18, "fr", "é", .null], "", ["x": 1],
  ]
  static let attributes = ["country", "plan", "age", "appVersion", "userID", "deviceID"]

  mutating func flag() -> JSONValue {
    let variations: JSONValue = [
      "off": ["enabled": false], "on": ["enabled": true, "properties": ["n": 2]],
      "more": ["enabled": .bool(generator.oneIn(2)), "properties": ["n": 3]],
    ]
    var rules: [JSONValue] = []
    for index in 0..<Int.random(in: 0...4, using: &generator) { rules.append(rule(index)) }
    return Samples.flag(
      rules: rules,
      changes: [
        "variations": variations, "properties": ["n": ["type": "number", "default": 1]], "default": variation(),
        "killed": .bool(generator.oneIn(20)), "value": "n",
      ])
  }

  private mutating func variation() -> JSONValue { generator.pick(["off", "on", "more"]) }

  private mutating func rule(_ index: Int) -> JSONValue {
    var rule: JSONObject = ["id": .string("r_0000000\(index)")]
    if !generator.oneIn(4) { rule["when"] = condition(depth: 3) }
    if generator.oneIn(2) { rule["rollout"] = rollout("salt\(index)", isCondition: false) }
    if generator.oneIn(3) {
      let arms = (0..<Int.random(in: 1...4, using: &generator)).map { _ -> JSONValue in
        ["variation": variation(), "weight": .number(Double.random(in: 0.5...50, using: &generator))]
      }
      var split: JSONObject = ["split": .array(arms), "salt": .string("split\(index)")]
      if links != nil, generator.oneIn(3) {
        split["draw"] = .string(generator.pick(Array(DrawAlgorithm.allCases)).rawValue)
      }
      rule["serve"] = .object(split)
    } else {
      rule["serve"] = variation()
    }
    return .object(rule)
  }

  mutating func condition(depth: Int) -> JSONValue {
    if depth > 0, generator.oneIn(2) {
      let parts = (0..<Int.random(in: 1...3, using: &generator)).map { _ in condition(depth: depth - 1) }
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: return ["all": .array(parts)]
      case 1: return ["any": .array(parts)]
      default: return ["not": parts[0]]
      }
    }
    if let links, generator.oneIn(2) { return reference(in: links) }
    let name = generator.pick(Array(ConditionOperator.allCases))
    var object: JSONObject = ["attribute": .string(generator.pick(Self.attributes)), "op": .string(name.rawValue)]
    switch name {
    case .exists, .absent: break
    case .in: object["values"] = .array([generator.pick(Self.texts), 18, generator.pick(Self.texts)])
    case .equals: object["value"] = generator.oneIn(3) ? 18 : generator.pick(Self.texts)
    case .startsWith, .endsWith, .contains, .matches: object["value"] = generator.pick(Self.texts)
    case .numberEquals, .numberNotEquals, .less, .lessOrEqual, .greater, .greaterOrEqual: object["value"] = 18
    case .before, .after: object["value"] = generator.pick(["2027-01-15T09:00:00Z", 18])
    case .containsAny, .containsAll: object["values"] = .array([generator.pick(Self.texts), 18])
    case .cidr: object["values"] = ["10.0.0.0/8", "2001:db8::/32"]
    case .modulo:
      object["divisor"] = 10
      object["remainder"] = generator.pick([0, 8])
    default: object["value"] = generator.pick(["1.2.3", "1.2", "2", "1.2.4-beta"])
    }
    if name.allowsIgnoringCase, generator.oneIn(3) { object["ignoringCase"] = true }
    return .object(object)
  }

  mutating func context() -> FlagContext {
    var context = FlagContext()
    if !generator.oneIn(4) { context.userID = generator.pick(["", "alice", "bob", "é", "DE"]) }
    if generator.oneIn(2) { context.deviceID = generator.pick(["", "d-1", "d-2"]) }
    for name in Self.attributes where !generator.oneIn(3) {
      context.attributes[name] =
        generator.oneIn(4) ? generator.pick(Self.others) : generator.pick(Self.texts)
    }
    return context
  }
}
