import SerinFlags

// Small flags and rulesets for the tests of what flags and segments have to do with each other.
extension Samples {
  /// A flag that is on for those of whom a condition holds, else off.
  static func gate(_ when: JSONValue? = nil, requires: [JSONValue] = [], changes: JSONObject = [:]) -> JSONValue {
    var rule: JSONObject = ["id": "r_00000001", "serve": "on"]
    if let when { rule["when"] = when }
    var all: JSONObject = [:]
    if !requires.isEmpty { all["prerequisites"] = .array(requires) }
    for member in changes { all[member.name] = member.value }
    return flag(rules: [.object(rule)], changes: all)
  }

  /// Flags of every kind of answer, to be asked about by others.
  static let inEveryState: JSONObject = [
    "on": gate(), "off": gate(isEqual("a", "nobody")), "killed": gate(changes: ["killed": true]),
    "archived": gate(changes: ["archived": true]), "malformed": ["kind": 5],
    "loop": gate(requires: [enabled("loop")]), "failed": gate(requires: [enabled("off")]),
  ]

  /// A prerequisite on an enabled flag.
  static func enabled(_ key: String, _ isEnabled: Bool = true) -> JSONValue {
    ["flag": .string(key), "enabled": .bool(isEnabled)]
  }

  /// A prerequisite on a variation, which is written as a condition is.
  static func serves(_ key: String, _ variation: String) -> JSONValue {
    ["flag": .string(key), "serves": .string(variation)]
  }

  static func segment(_ key: String) -> JSONValue { ["segment": .string(key)] }

  static func not(_ part: JSONValue) -> JSONValue { ["not": part] }

  static func all(_ parts: JSONValue...) -> JSONValue { ["all": .array(parts)] }

  static func any(_ parts: JSONValue...) -> JSONValue { ["any": .array(parts)] }

  static func isEqual(_ attribute: String, _ value: JSONValue) -> JSONValue {
    ["attribute": .string(attribute), "op": "equals", "value": value]
  }

  /// The fact that an event happened within a week.
  static func did(_ event: String) -> JSONValue { ["behaviour": ["did": .string(event), "withinDays": 7]] }

  /// What is known of the facts of ``did(_:)``.
  static func answers(_ facts: [String: Bool]) -> BehaviourAnswers {
    var answers: [BehaviourFact: Bool] = [:]
    for (event, happened) in facts { answers[fact(event)] = happened }
    return BehaviourAnswers(answers)
  }

  static func fact(_ event: String) -> BehaviourFact { BehaviourFact(.did(event: event), withinDays: 7) }

  /// A document as readers take it; nothing is refused that is only malformed.
  static func document(_ flags: JSONObject, segments: JSONObject = [:]) throws -> RulesetDocument {
    try RulesetDocument(json: ruleset(flags).replacing("segments", with: .object(segments)), mode: .read)
  }

  /// A ruleset as readers have it.
  static func compiled(
    _ flags: JSONObject, segments: JSONObject = [:], lists: [String: IDList] = [:]
  ) throws -> CompiledRuleset {
    CompiledRuleset(try document(flags, segments: segments), lists: lists)
  }
}

extension CompiledRuleset {
  /// Why a flag answers what it answers; nil when it is unknown.
  func reason(_ key: String, for context: FlagContext = FlagContext(userID: "alice")) -> FlagReason? {
    evaluate(key, for: context)?.reason
  }

  /// Whether a flag is on.
  func isOn(_ key: String, for context: FlagContext = FlagContext(userID: "alice")) -> Bool {
    evaluate(key, for: context)?.isEnabled == true
  }
}
