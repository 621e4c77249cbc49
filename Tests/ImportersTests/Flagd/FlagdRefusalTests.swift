import Importers
import SerinFlags
import Testing

struct FlagdRefusalTests {
  private static let place = "flags.broken.targeting"

  /// Expressions that give a variant and have no equal.
  static let results = [
    Refusal(#""purple""#, "\(place)", "is not an expression"),
    Refusal(
      #"{"if": [true, "purple"]}"#, "\(place).if[1]",
      #""purple" is not one of the variants, which is an error in flagd"#),
    Refusal(
      #"{"if": [true, true]}"#, "\(place).if[1]", "true is not one of the variants, which is an error in flagd"),
    Refusal(#"{"if": [true, 5]}"#, "\(place).if[1]", "is not an expression that gives a variant"),
    Refusal(#"{"var": "a"}"#, "\(place).var", "cannot give a variant in Serin; if, fractional and $ref can"),
    Refusal(#"{"cat": ["a", "b"]}"#, "\(place).cat", "cannot give a variant in Serin; if, fractional and $ref can"),
    Refusal(#"{"$ref": "missing"}"#, #"\#(place)["$ref"]"#, "is not the name of one of the $evaluators"),
    Refusal(#"{"$ref": "loop"}"#, #"\#(place)["$ref"]"#, "leads back to itself"),
    Refusal(#"{"fractional": []}"#, "\(place).fractional", "has no weights above 0"),
    Refusal(#"{"fractional": [["a", 0]]}"#, "\(place).fractional", "has no weights above 0"),
    Refusal(#"{"fractional": [["a", 1], "b"]}"#, "\(place).fractional[1]", "is not a variant with a weight"),
    Refusal(#"{"fractional": [["a", 0.5]]}"#, "\(place).fractional[0][1]", "is not a whole number"),
    Refusal(
      #"{"fractional": [["a", {"var": "w"}], ["b", 1]]}"#, "\(place).fractional[0][1]", "is not a whole number"),
    Refusal(
      #"{"fractional": [["a", 1000000000], ["b", 1000000000], ["a", 1000000000]]}"#, "\(place).fractional",
      "the weights add up to 3000000000; the draw flagd takes at most 2147483647"),
    Refusal(
      #"{"fractional": [["a", 1000000001]]}"#, "\(place).fractional[0][1]", "is above 1000000000, the largest weight"),
    Refusal(
      #"{"fractional": [{"cat": [{"var": "x"}, "y"]}, ["a", 1]]}"#, "\(place).fractional[0].cat",
      "is computed; Serin compares attributes as they are"),
    Refusal(
      #"{"fractional": [{"var": "$flagd.flagKey"}, ["a", 1]]}"#, "\(place).fractional[0]",
      "is no variable as it is, and Serin draws only on those"),
  ]

  /// Conditions that have no equal.
  static let conditions = [
    Refusal(#"{"%": [{"var": "n"}, 2]}"#, "\(place).if[0][\"%\"]", "has no equal in Serin"),
    Refusal(#"{"fractional": [["a", 1]]}"#, "\(place).if[0].fractional", "shares variants, not conditions"),
    Refusal(
      #"{"==": [{"var": "a"}, {"var": "b"}]}"#, "\(place).if[0][\"==\"]",
      "compares two variables; Serin compares one with a value"),
    Refusal(#"{"==": [{"var": "a"}, [1]]}"#, "\(place).if[0][\"==\"]", "compares with an array, which Serin cannot"),
    Refusal(#"{"==": [{"var": "a"}]}"#, "\(place).if[0][\"==\"]", "does not have 2 arguments"),
    Refusal(
      #"{"==": [{"+": [{"var": "a"}, 1]}, 2]}"#, "\(place).if[0][\"==\"][0][\"+\"]",
      "is computed; Serin compares attributes as they are"),
    Refusal(
      #"{"<": [{"var": "a"}, "m"]}"#, "\(place).if[0][\"<\"]", "orders something else than a variable and a number"),
    Refusal(#"{"==": [{"var": ""}, 1]}"#, "\(place).if[0][\"==\"][0].var", "is not the name of a variable"),
    Refusal(
      #"{"==": [{"var": ["a", {"var": "b"}]}, 1]}"#, "\(place).if[0][\"==\"][0].var", "has a default that is computed"),
    Refusal(
      #"{"in": [{"var": "a"}, "text"]}"#, "\(place).if[0].in",
      "looks for a variable in a text, or in another variable, which Serin cannot"),
    Refusal(#"{"in": ["", {"var": "a"}]}"#, "\(place).if[0].in[0]", "looks for the empty text"),
    Refusal(
      #"{"in": [{"var": "a"}, [[1]]]}"#, "\(place).if[0].in[1]", "holds lists or objects, which Serin cannot compare"),
    Refusal(
      #"{"starts_with": [{"var": "a"}, 5]}"#, "\(place).if[0].starts_with", "does not compare a variable with a text"),
    Refusal(
      #"{"sem_ver": [{"var": "a"}, "=", "x"]}"#, "\(place).if[0].sem_ver",
      "does not compare a variable with a semantic version"),
    Refusal(
      #"{"sem_ver": [{"var": "a"}, "=>", "1.0.0"]}"#, "\(place).if[0].sem_ver[1]", "is not an operator for versions"),
    Refusal(#"{"a": 1, "b": 2}"#, "\(place).if[0]", "is not an expression with one operator"),
  ]

  private func check(_ refusal: Refusal, flag: String) throws {
    let text = """
      {"flags": {
        "sound": {"state": "ENABLED", "variants": {"a": 1}, "defaultVariant": "a"},
        "broken": \(flag)},
       "$evaluators": {"loop": {"$ref": "loop"}}}
      """
    try refusal.check(try FlagdImporter.read(try JSONValue(parsing: text.utf8)))
  }

  private func flag(_ targeting: String) -> String {
    #"{"state": "ENABLED", "variants": {"a": 1, "b": 2}, "defaultVariant": "a", "targeting": \#(targeting)}"#
  }

  @Test(arguments: results)
  func anExpressionWithoutAnEqualLeavesTheFlagOut(refusal: Refusal) throws {
    try check(refusal, flag: flag(refusal.json))
  }

  @Test(arguments: conditions)
  func aConditionWithoutAnEqualLeavesTheFlagOut(refusal: Refusal) throws {
    try check(refusal, flag: flag(#"{"if": [\#(refusal.json), "b"]}"#))
  }

  @Test(arguments: [
    Refusal(#"{"state": "ON", "variants": {"a": 1}}"#, "flags.broken.state", "is neither ENABLED nor DISABLED"),
    Refusal(#"{"state": "ENABLED", "variants": {}}"#, "flags.broken.variants", "is not an object with variants"),
    Refusal(#"{"state": "ENABLED", "variants": {"a": null}}"#, "flags.broken.variants.a", "null is no value in flagd"),
    Refusal(
      #"{"state": "ENABLED", "variants": {"a": 1}, "defaultVariant": "b"}"#, "flags.broken.defaultVariant",
      #""b" is not one of the variants, which is an error in flagd"#),
  ])
  func aDefinitionThatIsNoneLeavesTheFlagOut(refusal: Refusal) throws {
    try check(refusal, flag: refusal.json)
  }

  /// Each evaluator doubles the one before, so that the whole would be a million expressions.
  @Test
  func evaluatorsThatDoubleInEachOtherAreGivenUp() throws {
    let doubled = (0..<14).map { #""e\#($0)": {"and": [{"$ref": "e\#($0 + 1)"}, {"$ref": "e\#($0 + 1)"}]}"# }
    let text = """
      {"flags": {"f": \(flag(#"{"if": [{"$ref": "e0"}, "b"]}"#))},
       "$evaluators": {\(doubled.joined(separator: ", ")), "e14": {"==": [{"var": "x"}, 1]}}}
      """
    let imported = try FlagdImporter.read(try JSONValue(parsing: text.utf8))
    #expect(imported.document.flags.isEmpty)
    #expect(imported.findings.contains { $0.message == "the targeting is too large" })
  }

  @Test(arguments: ["5", "{}", #"{"flags": []}"#, #"{"flags": {}, "$evaluators": []}"#])
  func whatIsNoDocumentOfFlagdIsAnError(text: String) throws {
    let json = try JSONValue(parsing: text.utf8)
    #expect(throws: DocumentError.self) { try FlagdImporter.read(json) }
  }
}
