import SerinFlags

/// Conditions of every kind.
enum RandomConditions {
  private static let patterns: [JSONValue] = [
    "^a", "e$", "(?i)de|fr", "[0-9]+\\.[0-9]+", "\\bplan\\b", "é.", "(a|b)*c?", "", "^$", "\\p{Lu}{2,3}",
  ]

  static func condition(_ choices: inout Choices, depth: Int, isInSegment: Bool) -> JSONValue {
    if depth > 0, choices.oneIn(2) {
      let parts = (0...choices.below(3)).map { _ in
        condition(&choices, depth: depth - 1, isInSegment: isInSegment)
      }
      switch choices.below(3) {
      case 0: return ["all": .array(parts)]
      case 1: return ["any": .array(parts)]
      default: return ["not": parts[0]]
      }
    }
    switch choices.below(isInSegment ? 13 : 10) {
    case 6: return ["segment": .string(choices.pick(RandomRuleset.segmentKeys))]
    case 7: return ["percent": RandomRuleset.rollout(&choices, isCondition: true)]
    case 8: return ["flag": .string(choices.pick(RandomRuleset.flagKeys)), "serves": RandomRuleset.variation(&choices)]
    case 9: return ["now": choices.pick(["before", "after"]), "instant": choices.pick(RandomRuleset.instants)]
    case 10: return with(by: ["list": .array((0..<choices.below(5)).map { _ in id(&choices) })], &choices)
    case 11:
      let list = choices.pick(DocumentChecks.lists.keys.sorted() + ["missing"])
      return ["listed": with(by: ["digest": .string(list), "count": 3], &choices)]
    case 12:
      let action = choices.pick(["seen", "did"])
      return ["behaviour": [action: "a", "withinDays": choices.pick([30, 1, 365])]]
    default: return comparison(&choices)
    }
  }

  private static func id(_ choices: inout Choices) -> JSONValue {
    .string(choices.pick(["alice", "bob", "d-1", "é", "u7", "DE"]))
  }

  private static func with(by object: JSONObject, _ choices: inout Choices) -> JSONValue {
    var object = object
    if choices.oneIn(4) { object["by"] = .string(choices.pick(RandomContext.attributes)) }
    return .object(object)
  }

  private static func comparison(_ choices: inout Choices) -> JSONValue {
    let name = choices.pick(ConditionOperator.allCases)
    var object: JSONObject = [
      "attribute": .string(choices.pick(RandomContext.attributes)), "op": .string(name.rawValue),
    ]
    switch name {
    case .exists, .absent: break
    case .in, .containsAny, .containsAll:
      object["values"] = .array((0...choices.below(4)).map { _ in scalar(&choices) })
    case .cidr: object["values"] = .array((0...choices.below(2)).map { _ in choices.pick(ranges) })
    case .equals: object["value"] = scalar(&choices)
    case .startsWith, .endsWith, .contains: object["value"] = choices.pick(["D", "e", "lic", "é", "1.", "STRASSE"])
    case .matches: object["value"] = choices.pick(patterns)
    case .numberEquals, .numberNotEquals, .less, .lessOrEqual, .greater, .greaterOrEqual:
      object["value"] = choices.pick(RandomContext.numbers)
    case .before, .after: object["value"] = choices.pick(RandomRuleset.instants)
    case .modulo:
      let divisor = choices.pick([10, 1, 2, 9_007_199_254_740_992])
      object["divisor"] = .number(Double(divisor))
      object["remainder"] = .number(Double(choices.below(min(divisor, 20))))
    case .semverEquals, .semverNotEquals, .semverLess, .semverLessOrEqual, .semverGreater, .semverGreaterOrEqual,
      .semverTilde, .semverCaret:
      object["value"] = choices.pick(["1.2.3", "1.2", "2", "1.2.4-beta.1", "v0.0.1+build"])
    }
    if name.allowsIgnoringCase, choices.oneIn(3) { object["ignoringCase"] = true }
    return .object(object)
  }

  private static let ranges: [JSONValue] = ["10.0.0.0/8", "2001:db8::/32", "10.1.2.3", "::/0", "0.0.0.0/0"]

  private static func scalar(_ choices: inout Choices) -> JSONValue {
    switch choices.below(5) {
    case 3: choices.pick(RandomContext.numbers)
    case 4: choices.pick([true, false])
    default: choices.pick(RandomContext.texts)
    }
  }
}
