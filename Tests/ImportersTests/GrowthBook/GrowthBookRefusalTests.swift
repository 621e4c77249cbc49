import Importers
import SerinFlags
import Testing

struct GrowthBookRefusalTests {
  private static let place = "features.broken.rules[0]"

  /// Rules that have no equal.
  static let rules = [
    Refusal(
      #"{"contextualVariations": ["a", "b"], "contextualBanditRef": "x"}"#, "\(place).contextualVariations",
      "is a contextual bandit, which learns"),
    Refusal(#"{"force": 1, "coverage": "half"}"#, "\(place).coverage", "is not a number"),
    Refusal(#"{"force": 1, "coverage": null}"#, "\(place).coverage", "is not a number"),
    Refusal(#"{"force": 1, "range": [0.1]}"#, "\(place).range", "is not a range of two numbers"),
    Refusal(#"{"force": 1, "coverage": 0.5, "hashVersion": "2"}"#, "\(place).hashVersion", "is not a number"),
    Refusal(#"{"force": 1, "coverage": 0.5, "seed": true}"#, "\(place).seed", "is not a text"),
    Refusal(#"{"force": 1, "filters": {}}"#, "\(place).filters", "is not an array"),
    Refusal(#"{"force": 1, "filters": [{"ranges": [[0, 1]]}]}"#, "\(place).filters[0].seed", "is not a text"),
    Refusal(
      #"{"force": 1, "filters": [{"seed": "s", "ranges": [[0]]}]}"#, "\(place).filters[0].ranges[0]",
      "is not a range of two numbers"),
    Refusal(#"{"variations": [1, 2], "weights": [0.5, "x"]}"#, "\(place).weights", "are not all numbers"),
    Refusal(#"{"variations": [1, 2], "weights": [1.5, -0.5]}"#, "\(place).weights", "must not be negative"),
    Refusal(
      #"{"variations": [1, 2], "ranges": [[0, 0.1], [0.1, 0.2], [0.2, 1]]}"#, "\(place).ranges",
      "are more than the variations"),
    Refusal(
      #"{"variations": [1, 2], "namespace": ["n", 0]}"#, "\(place).namespace",
      "is not a name and a range of two numbers"),
    Refusal(
      #"{"parentConditions": [{"condition": {}}], "force": 1}"#, "\(place).parentConditions[0].id",
      "is not the key of a feature"),
    Refusal(
      #"{"parentConditions": [{"id": "sound", "condition": {"value": [1]}}], "force": 1}"#,
      "\(place).parentConditions[0].condition.value", "compares with an array, which Serin cannot"),
    Refusal(
      #"{"parentConditions": [{"id": "broken", "condition": {"value": 1}}], "force": 1}"#,
      "\(place).parentConditions[0]", "the flag depends on itself, which GrowthBook answers with null"),
    Refusal(
      #"{"parentConditions": [{"id": "sound", "gate": 1}]}"#, "\(place).parentConditions[0].gate", "is not a boolean"),
    Refusal(#"{"condition": [], "force": 1}"#, "\(place).condition", "is not an object"),
  ]

  /// Conditions that have no equal, beside those in the tables of ``GrowthBookConditionTests``.
  static let conditions = [
    Refusal(#"{"$or": {}}"#, "\(place).condition[\"$or\"]", "is not an array"),
    Refusal(#"{"a": {"$exists": "yes"}}"#, "\(place).condition.a[\"$exists\"]", "is not a boolean"),
    Refusal(#"{"a": {"$inGroup": 5}}"#, "\(place).condition.a[\"$inGroup\"]", "is not the id of a saved group"),
    Refusal(
      #"{"a": {"$inGroup": "bad"}}"#, "\(place).condition.a[\"$inGroup\"]", #"the saved group "bad" is not a list"#),
    Refusal(
      #"{"a": {"$all": [{"$gt": 5}]}}"#, "\(place).condition.a[\"$all\"]",
      "is not a list of texts, numbers or booleans"),
    Refusal(
      #"{"a": {"$elemMatch": {"$eq": null}}}"#, "\(place).condition.a[\"$elemMatch\"]",
      "looks for what is no text, number or boolean"),
    Refusal(
      #"{"a": {"$not": {"$type": "string"}}}"#, "\(place).condition.a[\"$not\"][\"$type\"]",
      "the opposite of a type cannot be said in Serin"),
    Refusal(
      #"{"a": {"$eq": {}}}"#, "\(place).condition.a[\"$eq\"]", "compares with an object, which Serin cannot"),
    Refusal(
      #"{"a": {"$vgt": "1.2"}}"#, "\(place).condition.a[\"$vgt\"]",
      "is not a semantic version of three numbers, such as 1.2.3"),
    Refusal(#"{"a": {"$regex": 5}}"#, "\(place).condition.a[\"$regex\"]", "is not a text"),
    Refusal(#"{"a": {}}"#, "\(place).condition.a", "compares with an object, which Serin cannot"),
  ]

  private func check(_ refusal: Refusal, rule: String) throws {
    let text = """
      {"features": {"sound": {"defaultValue": 1, "rules": [{"force": 2, "condition": {"a": "b"}}]},
        "broken": {"defaultValue": 0, "rules": [\(rule)]}}, "savedGroups": {"bad": 5}}
      """
    try refusal.check(try GrowthBookImporter.read(try JSONValue(parsing: text.utf8)))
  }

  @Test(arguments: rules)
  func aRuleWithoutAnEqualLeavesTheFlagOut(refusal: Refusal) throws {
    try check(refusal, rule: refusal.json)
  }

  @Test(arguments: conditions)
  func aConditionWithoutAnEqualLeavesTheFlagOut(refusal: Refusal) throws {
    try check(refusal, rule: #"{"force": 1, "condition": \#(refusal.json)}"#)
  }

  @Test
  func aFlagThatLooksAtOneThatIsLeftOutIsLeftOutToo() throws {
    let text = """
      {"features": {"sound": {"defaultValue": 1},
        "broken": {"defaultValue": 0, "rules": [{"force": 1, "condition": {"a": {"$size": 1}}}]},
        "child": {"defaultValue": 0, "rules": [{"force": 1, "parentConditions": [{"id": "broken"}]}]},
        "grandchild": {"defaultValue": 0, "rules": [{"force": 1, "parentConditions": [{"id": "child"}]}]}}}
      """
    let imported = try GrowthBookImporter.read(try JSONValue(parsing: text.utf8))
    #expect(imported.document.flags.map(\.key) == ["sound"])
    let leftOut = imported.findings.filter { $0.effect == .flagLeftOut }.map(\.description)
    #expect(
      leftOut == [
        #"features.broken.rules[0].condition.a["$size"]: flag left out: compares the length of an array, which Serin cannot"#,
        #"features.child.rules[0].parentConditions[0]: flag left out: the feature "broken" cannot be imported"#,
        #"features.grandchild.rules[0].parentConditions[0]: flag left out: the feature "child" cannot be imported"#,
      ])
  }

  @Test(arguments: [
    "5", "{}", #"{"features": []}"#, #"{"encryptedFeatures": "x"}"#, #"{"features": {}, "savedGroups": 1}"#,
  ])
  func whatIsNoDocumentOfGrowthBookIsAnError(text: String) throws {
    let json = try JSONValue(parsing: text.utf8)
    #expect(throws: DocumentError.self) { try GrowthBookImporter.read(json) }
  }
}
