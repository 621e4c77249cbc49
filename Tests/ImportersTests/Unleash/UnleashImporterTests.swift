import Importers
import SerinFlags
import Testing

struct UnleashImporterTests {
  private func read(_ text: String) throws -> Import {
    let imported = try UnleashImporter.read(try JSONValue(parsing: text.utf8), owner: "us")
    try expectRoundTrip(imported)
    return imported
  }

  private func only(_ imported: Import) throws -> FlagDefinition {
    try #require(imported.document.flags.first?.definition)
  }

  @Test
  func importingTwiceGivesTheSameDocument() throws {
    let json = try #require(try Vectors.load("unleash/evaluations.json")["state"])
    #expect(try UnleashImporter.read(json) == UnleashImporter.read(json))
  }

  @Test
  func aFeatureBecomesAFlagOfItsKindOwnerAndDescription() throws {
    let flag = try only(
      try read(#"{"features": [{"name": "a b", "type": "kill-switch", "enabled": false, "description": "words"}]}"#))
    #expect(flag.key == "a b")
    #expect(flag.kind == .killSwitch)
    #expect(flag.owner == "us")
    #expect(flag.description == "words")
    // Off for everybody, with its rules kept, is what a kill is.
    #expect(flag.isKilled)
    #expect(flag.rules.count == 1)
  }

  @Test(arguments: [
    ("release", FlagKind.release), ("experiment", .experiment), ("operational", .ops), ("permission", .permission),
  ])
  func theTypesOfUnleashAreKinds(type: String, kind: FlagKind) throws {
    let imported = try read(#"{"features": [{"name": "a", "type": "\#(type)", "enabled": true}]}"#)
    #expect(try only(imported).kind == kind)
    #expect(imported.findings.isEmpty)
  }

  @Test
  func anUnknownTypeIsNotedAndBecomesARelease() throws {
    let imported = try read(#"{"features": [{"name": "a", "type": "sdk", "enabled": true}]}"#)
    #expect(try only(imported).kind == .release)
    #expect(imported.findings.map(\.description) == [#"features[0].type: note: "sdk" becomes the kind release"#])
  }

  @Test
  func aDescriptionThatIsTooLongIsNotedAndLeftAway() throws {
    let text = String(repeating: "x", count: 5000)
    let imported = try read(#"{"features": [{"name": "a", "enabled": true, "description": "\#(text)"}]}"#)
    #expect(try only(imported).description.isEmpty)
    #expect(imported.findings.map(\.path) == ["features[0].description"])
    #expect(imported.findings.map(\.effect) == [.note])
  }

  @Test
  func aPercentageKeepsItsGroupAndStickiness() throws {
    let flag = try only(
      try read(
        """
        {"features": [{"name": "a", "enabled": true, "strategies": [{"name": "flexibleRollout", "title": "beta",
          "parameters": {"rollout": "25", "stickiness": "company", "groupId": "g"}}]}]}
        """))
    let rule = try #require(flag.rules.first)
    #expect(rule.name == "beta")
    #expect(rule.rollout?.percent == Percentage(25))
    #expect(rule.rollout?.by == "company")
    #expect(rule.rollout?.salt == "g")
    #expect(rule.rollout?.draw == .unleash)
    #expect(rule.rollout?.otherwise == .continue)
    #expect(rule.serve == .variation("on"))
  }

  @Test
  func theDefaultStickinessIsSerinsOwnUnitAndSaysWhatDiffers() throws {
    let imported = try read(
      """
      {"features": [{"name": "a", "enabled": true, "strategies": [{"name": "flexibleRollout",
        "parameters": {"rollout": "25", "stickiness": "default", "groupId": "g"}}]}]}
      """)
    #expect(try only(imported).rules.first?.rollout?.by == nil)
    #expect(
      imported.findings.map(\.description) == [
        "features[0].strategies[0].parameters: changed: a context without userId and sessionId is drawn at random in "
          + "Unleash; here it is not drawn at all"
      ])
  }

  @Test
  func variantsThatTakeTheNamesOfOursKeepThem() throws {
    let flag = try only(
      try read(
        """
        {"features": [{"name": "a", "enabled": true,
          "variants": [{"name": "on", "weight": 1}, {"name": "off", "weight": 1}, {"name": "off-2", "weight": 1}]}]}
        """))
    #expect(flag.variations.map(\.name) == ["off", "off-2", "off-3", "on", "on-2"])
    #expect(flag.off == "off-3")
    #expect(flag.variations.filter { !$0.isEnabled }.map(\.name) == ["off-3"])
  }

  /// The payloads of two variants, and the type and values of the property.
  static let payloads: [(first: String, second: String, type: PropertyType, values: [JSONValue])] = [
    (#"{"type": "string", "value": "1"}"#, #"{"type": "csv", "value": "a,b"}"#, .string, ["1", "a,b"]),
    (#"{"type": "number", "value": "1"}"#, #"{"type": "number", "value": "2.5"}"#, .number, [1, 2.5]),
    (#"{"type": "json", "value": "{\"a\": 1}"}"#, #"{"type": "json", "value": "[]"}"#, .json, [["a": 1], []]),
    (#"{"type": "number", "value": "1"}"#, #"{"type": "string", "value": "x"}"#, .json, [1, "x"]),
    (#"{"type": "number", "value": "one"}"#, #"{"type": "string", "value": "x"}"#, .string, ["one", "x"]),
  ]

  @Test(arguments: payloads)
  func aPayloadBecomesAValueOfItsType(first: String, second: String, type: PropertyType, values: [JSONValue]) throws {
    let flag = try only(
      try read(
        """
        {"features": [{"name": "a", "enabled": true, "variants": [{"name": "v0", "weight": 1, "payload": \(first)},
          {"name": "v1", "weight": 1, "payload": \(second)}]}]}
        """))
    #expect(flag.value == "value")
    #expect(flag.properties.map(\.type) == [type])
    #expect(flag.variations.filter { $0.name.hasPrefix("v") }.map { $0.properties["value"] } == values)
  }

  @Test
  func aFlagWithoutPayloadsHasNoProperty() throws {
    let flag = try only(try read(#"{"features": [{"name": "a", "enabled": true}]}"#))
    #expect(flag.properties.isEmpty)
    #expect(flag.value == nil)
  }

  @Test
  func aVersionIsOneOnlyInItsStrictForm() throws {
    let imported = try read(
      """
      {"features": [{"name": "a", "enabled": true, "strategies": [{"name": "default", "constraints": [
        {"contextName": "v", "operator": "SEMVER_GTE", "value": "1.2.0"}]}]}]}
      """)
    let ruleset = CompiledRuleset(imported.document)
    for (version, isEnabled) in [("1.2.0", true), ("1.3.0-rc.1", true), ("1.2", false), ("v1.2.0", false)] {
      let context = FlagContext(attributes: ["v": .string(version)])
      #expect(
        ruleset.evaluate("a", for: context, at: Timestamp(microseconds: 0))?.isEnabled == isEnabled, "\(version)")
    }
  }

  @Test
  func aListOfManyUsersIsCutIntoPieces() throws {
    let ids = (0..<2500).map { "user-\($0)" }
    let imported = try read(
      """
      {"features": [{"name": "a", "enabled": true, "strategies": [{"name": "userWithId",
        "parameters": {"userIds": "\(ids.joined(separator: ","))"}}]}]}
      """)
    let ruleset = CompiledRuleset(imported.document)
    for (id, isEnabled) in [("user-0", true), ("user-2499", true), ("user-2500", false)] {
      #expect(
        ruleset.evaluate("a", for: FlagContext(userID: id), at: Timestamp(microseconds: 0))?.isEnabled == isEnabled)
    }
  }

  @Test
  func aNumberThatIsComparedAsTextElsewhereIsSaid() throws {
    let imported = try read(
      """
      {"features": [{"name": "a", "enabled": true, "strategies": [{"name": "default", "constraints": [
        {"contextName": "n", "operator": "IN", "values": ["1"]},
        {"contextName": "n", "operator": "NUM_LT", "value": "5"}]}]}]}
      """)
    #expect(
      imported.findings.map(\.description) == [
        "features[0].strategies[0].constraints[0]: changed: compares a text, but "
          + "features[0].strategies[0].constraints[1] needs \"n\" as a number",
        "features[0].strategies[0].constraints[1]: changed: Unleash reads a number out of text; "
          + "here \"n\" must be a number",
      ])
  }
}
