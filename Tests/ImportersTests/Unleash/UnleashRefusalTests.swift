import Importers
import SerinFlags
import Testing

struct UnleashRefusalTests {
  private static let place = "features[1].strategies[0]"

  /// Strategies that have no equal.
  static let strategies = [
    Refusal(
      #"{"name": "applicationHostname", "parameters": {"hostNames": "a"}}"#, "\(place).name",
      "the host's name is not in the context; Unleash asks the machine for it"),
    Refusal(
      #"{"name": "myOwn"}"#, "\(place).name",
      #""myOwn" is a strategy of an app's own, whose code is not in the document"#),
    Refusal(
      #"{"name": "gradualRolloutRandom", "parameters": {"percentage": "50"}}"#, "\(place).parameters.percentage",
      "draws anew at each evaluation; Serin draws once for each unit"),
    Refusal(
      #"{"name": "flexibleRollout", "parameters": {"rollout": "50", "stickiness": "random", "groupId": "g"}}"#,
      "\(place).parameters.rollout", "draws anew at each evaluation; Serin draws once for each unit"),
    Refusal(
      #"{"name": "flexibleRollout", "parameters": {"rollout": "many"}}"#, "\(place).parameters.rollout",
      "is not a percentage from 0 to 100"),
    Refusal(
      #"{"name": "flexibleRollout", "parameters": {"rollout": "5", "stickiness": "currentTime"}}"#,
      "\(place).parameters.stickiness", #""currentTime" is not a field that can be drawn on"#),
    Refusal(
      #"{"name": "gradualRolloutUserId", "parameters": {"percentage": "50"}}"#, "\(place).parameters.groupId",
      "is missing, and Unleash's SDKs do not agree what it is then"),
    Refusal(
      #"{"name": "default", "disabled": true}"#, "\(place).disabled",
      "is true; Unleash's server does not send such a strategy to clients"),
    Refusal(#"{"name": "default", "constraints": {}}"#, "\(place).constraints", "is not an array"),
    Refusal(#"{"name": "default", "segments": 1}"#, "\(place).segments", "is not an array"),
    Refusal(
      #"{"name": "default", "segments": [2]}"#, "\(place).segments[0]",
      "the segment cannot be imported: segments[1].constraints[0].value: is not a number"),
    Refusal(
      #"{"name": "default", "variants": [{"name": "a", "weight": 0.5}]}"#, "\(place).variants[0].weight",
      "is not a whole number"),
    Refusal(
      #"{"name": "default", "variants": [{"name": "continue", "weight": 1}]}"#, "\(place).variants[0].name",
      #""continue" has a meaning of its own"#),
    Refusal(
      #"{"name": "default", "variants": [{"name": "a", "weight": 1, "payload": {"type": "xml", "value": ""}}]}"#,
      "\(place).variants[0].payload.type", #""xml" is not a known type"#),
    Refusal(
      #"{"name": "default", "variants": [{"name": "a", "weight": 1, "payload": 5}]}"#,
      "\(place).variants[0].payload", "has not a type and a value in text"),
  ]

  /// Constraints that have no equal, as the only one of a feature's only strategy.
  static let constraints = [
    Refusal(
      #"{"contextName": "age", "operator": "NUM_GT", "value": "old"}"#, "\(place).constraints[0].value",
      "is not a number"),
    Refusal(
      #"{"contextName": "joined", "operator": "DATE_AFTER", "value": "2026-01-01"}"#,
      "\(place).constraints[0].value", "is not an instant of RFC 3339 with an offset"),
    Refusal(
      #"{"contextName": "currentTime", "operator": "IN", "values": ["now"]}"#, "\(place).constraints[0].operator",
      "the time can only be compared by DATE_AFTER and DATE_BEFORE"),
    Refusal(
      #"{"contextName": "userID", "operator": "IN", "values": ["a"]}"#, "\(place).constraints[0].contextName",
      #""userID" is one of Serin's ids, never an attribute"#),
    Refusal(
      #"{"operator": "IN", "values": ["a"]}"#, "\(place).constraints[0].contextName", "is not the name of a field"),
    Refusal(
      #"{"contextName": "a", "operator": "IN", "values": "b"}"#, "\(place).constraints[0].values", "is not an array"),
    Refusal(
      #"{"contextName": "a", "operator": "IN", "values": [], "inverted": "yes"}"#,
      "\(place).constraints[0].inverted", "is not a boolean"),
    Refusal(
      #"{"contextName": "a", "operator": "NEAR", "inverted": true}"#, "\(place).constraints[0].operator",
      #""NEAR" is not a known operator, and Unleash's SDKs do not agree what that means inverted"#),
    Refusal(
      #"{"contextName": "a", "operator": "SEMVER_EQ", "value": "v1", "inverted": true}"#,
      "\(place).constraints[0].value",
      #""v1" is not a semantic version, and Unleash's SDKs do not agree what that means inverted"#),
  ]

  /// Members of the feature itself that have no equal.
  static let features = [
    Refusal(#""strategies": "all""#, "features[1].strategies", "is not an array"),
    Refusal(#""enabled": 1"#, "features[1].enabled", "is not a boolean"),
    Refusal(
      #""variants": [{"name": "a", "weight": 1, "stickiness": "x"}, {"name": "b", "weight": 1, "stickiness": "y"}]"#,
      "features[1].variants", "are drawn on different fields"),
    Refusal(
      #""variants": [{"name": "a", "weight": 1, "stickiness": "random"}, {"name": "b", "weight": 1}]"#,
      "features[1].variants", "are drawn anew at each evaluation; Serin draws once for each unit"),
    Refusal(
      #""strategies": [{"name": "default"}, {"name": "default", "segments": [404]}]"#,
      "features[1].strategies[1].segments[0]",
      "no segment has the id 404; some of Unleash's SDKs then close the strategy, others the whole feature"),
    Refusal(
      #""strategies": [{"name": "default"}, {"name": "default", "constraints": [{"contextName": "a", "operator": "X"}]}]"#,
      "features[1].strategies[1].constraints[0].operator",
      #""X" is not a known operator; some of Unleash's SDKs then close the strategy, others the whole feature"#),
    Refusal(#""dependencies": [{"feature": 5}]"#, "features[1].dependencies[0].feature", "is not a name"),
    Refusal(
      #""dependencies": [{"feature": "sound", "enabled": "no"}]"#, "features[1].dependencies[0].enabled",
      "is not a boolean"),
  ]

  private func check(_ refusal: Refusal, feature: String) throws {
    let text = """
      {"features": [
        {"name": "sound", "enabled": true, "strategies": [{"name": "default", "segments": [1]}]},
        {"name": "broken", "enabled": true, \(feature)}],
       "segments": [
        {"id": 1, "constraints": [{"contextName": "a", "operator": "IN", "values": ["b"]}]},
        {"id": 2, "constraints": [{"contextName": "a", "operator": "NUM_EQ", "value": "b"}]}]}
      """
    try refusal.check(try UnleashImporter.read(try JSONValue(parsing: text.utf8)))
  }

  @Test(arguments: strategies)
  func aStrategyWithoutAnEqualLeavesTheFlagOut(refusal: Refusal) throws {
    try check(refusal, feature: #""strategies": [\#(refusal.json)]"#)
  }

  @Test(arguments: constraints)
  func aConstraintWithoutAnEqualLeavesTheFlagOut(refusal: Refusal) throws {
    try check(refusal, feature: #""strategies": [{"name": "default", "constraints": [\#(refusal.json)]}]"#)
  }

  @Test(arguments: features)
  func aFeatureWithoutAnEqualIsLeftOut(refusal: Refusal) throws {
    try check(refusal, feature: refusal.json)
  }

  @Test
  func aChildOfAFlagThatIsLeftOutIsLeftOutToo() throws {
    let text = """
      {"features": [
        {"name": "sound", "enabled": true},
        {"name": "broken", "enabled": true, "strategies": [{"name": "myOwn"}]},
        {"name": "child", "enabled": true, "dependencies": [{"feature": "broken"}]}]}
      """
    let imported = try UnleashImporter.read(try JSONValue(parsing: text.utf8))
    #expect(imported.document.flags.map(\.key) == ["sound"])
    #expect(
      imported.findings.map(\.description).contains(
        #"features[2].dependencies[0]: flag left out: the feature "broken" cannot be imported"#))
  }

  @Test
  func aNameThatIsGivenTwiceOrIsNoKeyIsLeftOut() throws {
    let document: JSONValue = [
      "features": [
        ["name": "a", "enabled": true], ["name": "a", "enabled": false], ["name": "", "enabled": true],
        ["name": "b\u{7}", "enabled": true], ["enabled": true],
      ]
    ]
    let imported = try UnleashImporter.read(document)
    #expect(imported.document.flags.map(\.key) == ["a"])
    #expect(
      imported.findings.map(\.path) == ["features[1].name", "features[2].name", "features[3].name", "features[4]"])
  }

  @Test(arguments: ["5", "{}", #"{"features": {}}"#, #"{"features": [], "segments": {}}"#])
  func whatIsNoDocumentOfUnleashIsAnError(text: String) throws {
    let json = try JSONValue(parsing: text.utf8)
    #expect(throws: DocumentError.self) { try UnleashImporter.read(json) }
  }
}
