import Importers
import SerinFlags
import Testing

struct GrowthBookImporterTests {
  private func read(_ feature: String, userAttribute: String? = nil) throws -> (flag: FlagDefinition, import: Import) {
    let json = try JSONValue(parsing: #"{"features": {"f": \#(feature)}}"#.utf8)
    let imported = try GrowthBookImporter.read(json, owner: "us", userAttribute: userAttribute)
    try expectRoundTrip(imported)
    return (try #require(imported.document.flags.first?.definition), imported)
  }

  @Test
  func importingTwiceGivesTheSameDocument() throws {
    let json = try Vectors.load("growthbook/evaluations.json")
    #expect(try GrowthBookImporter.read(json) == GrowthBookImporter.read(json))
  }

  @Test
  func variationsAreNamedByTheirValues() throws {
    let (flag, _) = try read(#"{"defaultValue": "red", "rules": [{"force": "blue"}, {"variations": ["", "red"]}]}"#)
    #expect(flag.properties == [PropertyDefinition(name: "value", type: .string, default: "")])
    #expect(flag.variations.map(\.name) == ["blue", "red", "value-3"])
    // The empty text is off in JavaScript, and the default value here.
    #expect(flag.variations.map(\.isEnabled) == [true, true, false])
    #expect(flag.off == "value-3")
    #expect(flag.default == "red")
    #expect(flag.owner == "us")
  }

  @Test
  func aBooleanFlagIsOnWhenItsValueIsTrue() throws {
    let (flag, _) = try read(#"{"defaultValue": false, "rules": [{"force": true}]}"#)
    #expect(flag.variations.map(\.name) == ["false", "true"])
    #expect(flag.variations.map(\.isEnabled) == [false, true])
    #expect(flag.off == "false")
  }

  @Test
  func aValueThatIsOffThereButMustKeepItsValueIsSaid() throws {
    let (flag, imported) = try read(#"{"defaultValue": 0, "rules": [{"force": "x"}]}"#)
    #expect(flag.properties.map(\.type) == [.json])
    #expect(
      imported.findings.map(\.description).contains(
        "features.f: changed: the value 0 is off in GrowthBook; here it is on, to keep its value"))
  }

  @Test
  func anExperimentForEverybodyIsASplitAndOneWithHolesIsARuleForEachShare() throws {
    let (whole, _) = try read(
      #"{"defaultValue": 0, "rules": [{"variations": [1, 2], "weights": [0.3, 0.7], "key": "e"}]}"#)
    #expect(whole.rules.count == 1)
    guard case .split(let split)? = whole.rules.first?.serve else {
      Issue.record("not a split")
      return
    }
    #expect(split.arms == [Split.Arm("1", weight: 0.3), Split.Arm("2", weight: 0.7)])
    #expect(split.salt == "e")
    #expect(split.by == "id")
    #expect(split.draw == .growthBook1)
    let (part, _) = try read(#"{"defaultValue": 0, "rules": [{"variations": [1, 2], "coverage": 0.5}]}"#)
    #expect(part.rules.map(\.serve) == [.variation("1"), .variation("2")])
  }

  @Test
  func aCoverageHoldsTheNumberAtItsBoundAsInJavaScript() throws {
    let (flag, imported) = try read(#"{"defaultValue": 0, "rules": [{"force": 1, "coverage": 0.5}]}"#)
    #expect(flag.rules.first?.rollout?.percent == Percentage(50.1))
    #expect(imported.findings.contains { $0.path == "features.f.rules[0].coverage" && $0.effect == .note })
  }

  @Test
  func anAttributeCanBecomeTheUsersId() throws {
    let feature = #"{"defaultValue": 0, "rules": [{"force": 1, "coverage": 0.5, "condition": {"id": "u1"}}]}"#
    let (flag, _) = try read(feature, userAttribute: "id")
    #expect(flag.rules.first?.rollout?.by == "userID")
    #expect(flag.rules.first?.when?.json["attribute"] == "userID")
    let (other, _) = try read(feature)
    #expect(other.rules.first?.rollout?.by == "id")
  }

  @Test
  func aPathIntoAnAttributeIsSaidOnce() throws {
    let (_, imported) = try read(
      #"{"defaultValue": 0, "rules": [{"force": 1, "condition": {"a.b": 1, "$or": [{"a.b": 2}]}}]}"#)
    #expect(
      imported.findings.filter { $0.path != "features" }.map(\.description) == [
        #"features.f.rules[0].condition.a.b: changed: attributes are flat in Serin: "#
          + #"send "a.b" as an attribute of that name"#
      ])
  }

  @Test
  func anAbsentVersionIsBeforeEveryOtherAsInJavaScript() throws {
    let (_, imported) = try read(
      #"{"defaultValue": 0, "rules": [{"force": 1, "condition": {"v": {"$vlt": "1.0.0"}}}]}"#)
    let ruleset = CompiledRuleset(imported.document)
    #expect(ruleset.evaluate("f", for: FlagContext(), at: Timestamp(microseconds: 0))?.isEnabled == true)
    #expect(imported.findings.contains { $0.message.contains("do not agree on an absent version") })
  }

  @Test
  func stickyBucketingIsSaid() throws {
    let (_, imported) = try read(
      #"{"defaultValue": 0, "rules": [{"variations": [1, 2], "fallbackAttribute": "device", "bucketVersion": 2}]}"#)
    #expect(
      imported.findings.map(\.path).filter { $0.hasPrefix("features.f.") } == [
        "features.f.rules[0].fallbackAttribute", "features.f.rules[0].bucketVersion",
      ])
  }

  /// Conditions on another feature's value, and whether they hold for its value `{"a": {"b": [1, 2]}}`.
  static let parents: [(condition: String, holds: Bool)] = [
    (#"{"value.a.b": {"$in": [2]}}"#, true), (#"{"value.a.b": {"$in": [3]}}"#, false),
    (#"{"value.a.b.0": 1}"#, true), (#"{"value.a.c": {"$exists": true}}"#, false),
    (#"{"value": {"$exists": true}}"#, true), (#"{"id": "u"}"#, false), ("{}", true),
  ]

  @Test(arguments: parents)
  func aConditionOnAnotherFeatureIsDecidedForItsValues(condition: String, holds: Bool) throws {
    let text = """
      {"features": {"p": {"defaultValue": {"a": {"b": [1, 2]}}},
        "f": {"defaultValue": 0, "rules": [{"force": 1, "parentConditions": [{"id": "p", "condition": \(condition)}]}]}}}
      """
    let imported = try GrowthBookImporter.read(try JSONValue(parsing: text.utf8), userAttribute: "id")
    let context = FlagContext(userID: "u")
    let evaluation = CompiledRuleset(imported.document).evaluate("f", for: context, at: Timestamp(microseconds: 0))
    #expect(evaluation?.isEnabled == holds)
  }
}
