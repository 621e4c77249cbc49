import SerinFlags
import Testing

/// Lists that are searched for an attribute which no other condition looks at.
struct ListAttributeTests {
  private static let key = "s"

  private func serves(_ condition: JSONValue, _ attributes: JSONObject) -> FlagReason? {
    let flag = Samples.flag(rules: [["id": "r_00000001", "when": ["segment": .string(Self.key)], "serve": "on"]])
    let list = (try? IDList().applying(add: [ListedID("DE", environmentID: "e_7c1d")])) ?? IDList()
    let document = RulesetDocument(
      environmentId: "e_7c1d", flags: [FlagEntry(reading: flag, key: "f")],
      segments: [SegmentEntry(reading: condition, key: Self.key)])
    let ruleset = CompiledRuleset(document, lists: ["11": list])
    return ruleset.evaluate("f", for: FlagContext(attributes: attributes), at: .earliest)?.reason
  }

  @Test(
    arguments: [
      ["list": ["DE"], "by": "country"], ["listed": ["digest": "11", "count": 1, "by": "country"]],
    ] as [JSONValue])
  func aListFindsAnAttributeThatNothingElseLooksAt(condition: JSONValue) {
    #expect(serves(condition, ["country": "DE"]) == .ruleMatched)
    #expect(serves(condition, ["country": "FR"]) == .noRule)
    #expect(serves(condition, [:]) == .noRule)
  }
}
