import Serin
import Testing

@Suite struct FeatureFlagTests {
  let flag = FeatureFlag(
    key: "checkout", isEnabled: true,
    properties: [
      "color": "green", "empty": "", "limit": 5, "fraction": 3.5, "zero": 0, "one": 1, "yes": true, "no": false,
      "layout": ["columns": 2, "rows": [1, nil]], "sizes": [1, "two", nil], "nothing": nil,
    ])

  @Test func aPropertyOfTheAskedTypeIsRead() {
    #expect(flag.string(forProperty: "color", default: "blue") == "green")
    #expect(flag.string(forProperty: "empty", default: "blue").isEmpty)
    #expect(flag.number(forProperty: "limit", default: 1) == 5)
    #expect(flag.number(forProperty: "fraction", default: 1) == 3.5)
    #expect(flag.bool(forProperty: "yes", default: false))
    #expect(!flag.bool(forProperty: "no", default: true))
    #expect(flag.jsonObject(forProperty: "layout") == ["columns": 2, "rows": [1, nil]])
    #expect(flag.jsonArray(forProperty: "sizes") == [1, "two", nil])
  }

  @Test(arguments: ["limit", "yes", "layout", "sizes", "nothing", "missing", "Color", "color "])
  func aStringOfAnotherTypeOrNameIsTheDefault(_ name: String) {
    #expect(flag.string(forProperty: name, default: "blue") == "blue")
  }

  @Test(arguments: ["color", "yes", "no", "layout", "sizes", "nothing", "missing"])
  func aNumberOfAnotherTypeIsTheDefault(_ name: String) {
    #expect(flag.number(forProperty: name, default: 7) == 7)
  }

  @Test(arguments: ["color", "zero", "one", "layout", "sizes", "nothing", "missing"])
  func aBooleanIsNeverMadeOfAnotherType(_ name: String) {
    #expect(flag.bool(forProperty: name, default: true))
    #expect(!flag.bool(forProperty: name, default: false))
  }

  @Test(arguments: ["color", "limit", "yes", "nothing", "missing"])
  func jsonOfAnotherTypeIsNil(_ name: String) {
    #expect(flag.jsonObject(forProperty: name) == nil)
    #expect(flag.jsonArray(forProperty: name) == nil)
  }

  @Test(arguments: [
    ("", FlagReason.killed), ("default", FlagReason.noRule), ("r_1a2b3c4d", FlagReason.ruleMatched),
  ])
  func aFlagMadeByHandHasTheReasonOfItsRule(_ ruleId: String, _ reason: FlagReason) {
    #expect(FeatureFlag(key: "a", isEnabled: false, ruleId: ruleId).reason == reason)
  }

  @Test func aFlagMadeByHandIsNamedByItsState() {
    #expect(FeatureFlag(key: "a", isEnabled: true).variation == "on")
    #expect(FeatureFlag(key: "a", isEnabled: false).variation == "off")
    #expect(FeatureFlag(key: "a", isEnabled: true, variation: "treatment").variation == "treatment")
  }
}
