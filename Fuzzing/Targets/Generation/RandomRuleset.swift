import SerinFlags

/// Documents that are mostly sound and use everything: few names, so that flags and segments refer to each other.
enum RandomRuleset {
  static let flagKeys = ["a", "b", "c", "d", "new_checkout"]
  static let segmentKeys = ["beta", "vip", "saw", "deep"]
  static let variations = ["off", "on", "more", "none"]
  static let instants: [JSONValue] = [
    "2027-01-15T09:00:00Z", "2027-01-15T10:00:00.5+01:00", "2027-01-15T08:00:00Z", "9999-12-31T23:59:59.999999Z",
    "0000-01-01T00:00:00Z", 1_800_003_600, 1_800_003_600.25,
  ]

  static func document(_ choices: inout Choices) -> JSONValue {
    var flags = JSONObject()
    for _ in 0...choices.below(5) { flags[choices.oneIn(30) ? "é" : choices.pick(flagKeys)] = flag(&choices) }
    var object: JSONObject = [
      "schema": 1, "project": "shop", "environment": "production", "environmentId": "e_1", "epoch": 1,
      "revision": .number(Double(choices.below(100))), "flags": .object(flags),
    ]
    var segments = JSONObject()
    for key in segmentKeys where !choices.oneIn(6) {
      segments[key] = RandomConditions.condition(&choices, depth: 2, isInSegment: true)
    }
    if choices.oneIn(4) {
      segments["saw"] = [
        "any": [
          ["behaviour": ["seen": "a", "withinDays": 30]],
          RandomConditions.condition(&choices, depth: 1, isInSegment: true),
        ]
      ]
    }
    if !segments.isEmpty { object["segments"] = .object(segments) }
    return .object(object)
  }

  private static func flag(_ choices: inout Choices) -> JSONValue {
    var object: JSONObject = ["kind": "release", "owner": "team"]
    object["variations"] = [
      "off": ["enabled": false], "on": ["enabled": true, "properties": ["n": 2]],
      "more": ["enabled": .bool(choices.oneIn(2)), "properties": ["n": 3, "text": "x"]], "none": ["enabled": false],
    ]
    object["properties"] = ["n": ["type": "number", "default": 1], "text": ["type": "string", "default": "é"]]
    if choices.oneIn(2) { object["default"] = variation(&choices) }
    if choices.oneIn(3) { object["off"] = choices.pick(["off", "none"]) }
    if choices.oneIn(20) { object["killed"] = true }
    if choices.oneIn(30) { object["archived"] = true }
    if choices.oneIn(4) { object["value"] = choices.pick(["n", "text"]) }
    let prerequisites = (0..<(choices.oneIn(3) ? choices.below(4) : 0)).map { _ -> JSONValue in
      var object: JSONObject = ["flag": .string(choices.pick(flagKeys))]
      if choices.oneIn(3) {
        object["serves"] = variation(&choices)
      } else {
        object["enabled"] = .bool(!choices.oneIn(3))
      }
      return .object(object)
    }
    if !prerequisites.isEmpty { object["prerequisites"] = .array(prerequisites) }
    object["rules"] = .array((0..<choices.below(5)).map { rule($0, &choices) })
    return .object(object)
  }

  static func variation(_ choices: inout Choices) -> JSONValue { .string(choices.pick(variations)) }

  private static func rule(_ index: Int, _ choices: inout Choices) -> JSONValue {
    var rule: JSONObject = ["id": .string("r_0000000\(index)")]
    if choices.oneIn(2) { rule["name"] = "a rule" }
    if !choices.oneIn(4) { rule["when"] = RandomConditions.condition(&choices, depth: 3, isInSegment: false) }
    if choices.oneIn(2) { rule["rollout"] = rollout(&choices, isCondition: false) }
    rule["serve"] = choices.oneIn(3) ? split(&choices) : variation(&choices)
    return .object(rule)
  }

  static func rollout(_ choices: inout Choices, isCondition: Bool) -> JSONValue {
    var object: JSONObject = [
      "percent": choices.pick([50, 0, 100, 0.000001, 99.999999, 30, 1, 12.5, 75]),
      "salt": .string(choices.pick(["s1", "", "s2", "feature.é"])),
    ]
    if choices.oneIn(3) { object["by"] = .string(choices.pick(RandomContext.attributes)) }
    if choices.oneIn(3) { object["draw"] = .string(choices.pick(DrawAlgorithm.allCases).rawValue) }
    if choices.oneIn(4) { object["deadline"] = choices.pick(instants) }
    if !isCondition, choices.oneIn(2) { object["otherwise"] = choices.oneIn(2) ? variation(&choices) : "continue" }
    return .object(object)
  }

  private static func split(_ choices: inout Choices) -> JSONValue {
    let arms = (0...choices.below(4)).map { _ -> JSONValue in
      ["variation": variation(&choices), "weight": choices.pick([50, 1, 0.5, 33.333333, 100, 500, 0.1])]
    }
    var object: JSONObject = ["split": .array(arms), "salt": .string(choices.pick(["s1/variation", "", "other"]))]
    if choices.oneIn(3) { object["by"] = .string(choices.pick(RandomContext.attributes)) }
    if choices.oneIn(3) { object["draw"] = .string(choices.pick(DrawAlgorithm.allCases).rawValue) }
    return .object(object)
  }
}
