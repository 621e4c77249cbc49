import SerinFlags
import TestRandom
import Testing

@Suite struct FlagDefinitionTests {
  @Test func readsEverythingTheFormatHas() throws {
    let flag = try FlagDefinition(json: Samples.rich, key: "new_checkout", mode: .write)
    #expect(flag.key == "new_checkout")
    #expect(flag.kind == .release)
    #expect(flag.owner == "payments-team")
    #expect(flag.expires == "2027-03-01")
    #expect(flag.description == "One-page checkout")
    #expect(flag.tags == ["checkout", "web"])
    #expect(!flag.isKilled && !flag.isArchived)
    #expect(flag.properties.map(\.name) == ["animated", "button_color", "layout", "max_items"])
    #expect(flag.properties[3] == PropertyDefinition(name: "max_items", type: .number, default: 3))
    #expect(flag.variations.map(\.name) == ["loud", "off", "on"])
    #expect(flag.off == "off" && flag.default == "off" && flag.value == "button_color")
    #expect(flag.rules.map(\.id) == ["r_1a2b3c4d", "r_5e6f7a8b", "r_00000001"])
    #expect(flag.rules[0].name == "beta testers")
    #expect(
      flag.rules[0].when
        == .attribute(AttributeCondition("email", .endsWith, ["@example.com"], ignoringCase: true)))
    #expect(
      flag.rules[1].rollout
        == Rollout(percent: Percentage(clamping: 5), by: "userID", salt: "k3J9xw2Q", otherwise: .continue))
    #expect(
      flag.rules[1].serve
        == .split(
          Split([.init("on", weight: 50), .init("loud", weight: 50)], salt: "k3J9xw2Q/variation", by: "deviceID")))
    #expect(flag.rules[2].rollout?.percent.micro == 150_000)
    #expect(flag.rules[2].rollout?.otherwise == .variation("off"))
  }

  @Test func theCanonicalDocumentReadsBackTheSame() throws {
    let flag = try FlagDefinition(json: Samples.rich, key: "k", mode: .write)
    for mode in [DocumentMode.write, .read] {
      let again = try FlagDefinition(json: flag.json, key: "k", mode: mode)
      #expect(again == flag)
      #expect(again.hashValue == flag.hashValue)
      #expect(again.json.serialized() == flag.json.serialized())
    }
    #expect(flag.json == Samples.rich.replacing("rules[2].rollout.draw", with: "sha256"))
  }

  @Test func theOrderOfMembersDoesNotChangeTheBytes() throws {
    var generator = SeededGenerator(seed: 2)
    let expected = try FlagDefinition(json: Samples.rich, key: "k", mode: .write).json.serialized()
    for _ in 0..<50 {
      let shuffled = Samples.rich.shuffled(using: &generator)
      #expect(try FlagDefinition(json: shuffled, key: "k", mode: .write).json.serialized() == expected)
    }
  }

  @Test func whatMayBeLeftOutHasSensibleDefaults() throws {
    let flag = try FlagDefinition(json: ["kind": "ops", "owner": "me"], key: "k", mode: .write)
    #expect(flag == FlagDefinition(key: "k", kind: .ops, owner: "me"))
    #expect(flag.variations == FlagDefinition.standardVariations)
    #expect(flag.off == "off" && flag.default == "off")
    #expect(
      flag.json == [
        "kind": "ops", "owner": "me", "killed": false, "off": "off", "default": "off",
        "variations": ["off": ["enabled": false], "on": ["enabled": true]],
      ])
    let named: JSONValue = [
      "kind": "ops", "owner": "me", "off": "control", "variations": ["control": ["enabled": false]],
    ]
    #expect(try FlagDefinition(json: named, key: "k", mode: .write).default == "control")
  }

  @Test func nullIsAbsentOnlyForWhatMerelyDescribes() throws {
    var json: JSONValue = ["kind": "ops", "owner": "me"]
    for name in ["expires", "description", "tags", "value"] { json = json.replacing(name, with: .null) }
    #expect(try FlagDefinition(json: json, key: "k", mode: .write) == FlagDefinition(key: "k", kind: .ops, owner: "me"))
    let rule: JSONValue = ["id": "r_00000001", "name": nil, "serve": "on"]
    #expect(try FlagDefinition(json: Samples.flag(rules: [rule]), key: "k", mode: .write).rules[0].name == nil)
    // A null where a condition was would otherwise open the rule to everybody.
    for name in ["when", "rollout"] {
      let rule: JSONValue = ["id": "r_00000001", "serve": "on"]
      let json = Samples.flag(rules: [rule.replacing(name, with: .null)])
      for mode in [DocumentMode.write, .read] {
        let error = #expect(throws: DocumentError.self) { try FlagDefinition(json: json, key: "k", mode: mode) }
        #expect(error?.description == "flags.k.rules[0].\(name): null is not an object")
      }
    }
  }

  @Test func definitionsDifferWhenOnlyTheBytesDiffer() {
    let composed = FlagDefinition(key: "k", kind: .ops, description: "\u{E9}")
    let decomposed = FlagDefinition(key: "k", kind: .ops, description: "e\u{301}")
    #expect(composed != decomposed)
  }

  @Test func missingIdsAndSaltsAreFilledIn() throws {
    let json = Samples.flag(rules: [
      ["serve": "on"],
      ["id": "r_1a2b3c4d", "rollout": ["percent": 5], "serve": "on"],
      ["rollout": ["percent": 5, "salt": "kept"], "serve": ["split": [["variation": "on", "weight": 1]]]],
      ["serve": ["split": [["variation": "on", "weight": 1]]]],
    ])
    #expect(throws: DocumentError.self) { try FlagDefinition(json: json, key: "k", mode: .write) }
    var generator = SeededGenerator(seed: 9)
    let completed = FlagDefinition.completing(json: json, using: &generator)
    let flag = try FlagDefinition(json: completed, key: "k", mode: .write)
    #expect(Set(flag.rules.map(\.id)).count == 4)
    #expect(flag.rules[1].id == "r_1a2b3c4d")
    #expect(flag.rules[1].rollout?.salt.utf8.count == 8)
    #expect(flag.rules[2].rollout?.salt == "kept")
    guard case .split(let third) = flag.rules[2].serve, case .split(let fourth) = flag.rules[3].serve else {
      Issue.record("the splits are gone")
      return
    }
    #expect(third.salt == "kept/variation")
    #expect(fourth.salt?.utf8.count == 8)
    #expect(FlagDefinition.completing(json: completed, using: &generator) == completed)
    #expect(FlagDefinition.completing(json: [1, "x"], using: &generator) == [1, "x"])
    #expect(FlagDefinition.completing(json: ["rules": [1, ["rollout": 2]]], using: &generator)["rules"]?[0] == 1)
  }
}
