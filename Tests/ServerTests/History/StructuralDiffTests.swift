import SerinFlags
import Testing

@testable import Server

@Suite struct StructuralDiffTests {
  private func diff(_ old: JSONObject, _ new: JSONObject) -> [String] {
    StructuralDiff(from: old, to: new).changes.map { change in
      "\(change.path): \(change.before?.text() ?? "-") -> \(change.after?.text() ?? "-")"
    }
  }

  @Test func equalDocumentsDifferNowhere() {
    #expect(diff(["a": 1, "b": ["c": [1, 2]]], ["b": ["c": [1, 2]], "a": 1]) == [])
  }

  @Test func membersAreComparedByNameAndDeep() {
    #expect(
      diff(
        ["owner": "a", "properties": ["p": ["default": 1]], "x": 1],
        ["owner": "b", "properties": ["p": ["default": 2]]])
        == ["owner: \"a\" -> \"b\"", "properties.p.default: 1 -> 2", "x: 1 -> -"])
  }

  @Test func rulesAreFoundByTheirIdsSoThatANewOneInFrontChangesNoOther() {
    let first: JSONValue = ["id": "r_1", "serve": "on"]
    let second: JSONValue = ["id": "r_2", "rollout": ["percent": 5]]
    let wider: JSONValue = ["id": "r_2", "rollout": ["percent": 50]]
    let new: JSONValue = ["id": "r_3"]
    #expect(
      diff(["rules": [first, second]], ["rules": [new, first, wider]])
        == ["rules[r_3]: - -> {\"id\":\"r_3\"}", "rules[r_2].rollout.percent: 5 -> 50"])
    #expect(
      diff(["rules": [first, second]], ["rules": [first]]) == [
        "rules[r_2]: {\"id\":\"r_2\",\"rollout\":{\"percent\":5}} -> -"
      ])
  }

  @Test func anotherOrderOfRulesIsAChange() {
    #expect(
      diff(["rules": [["id": "a"], ["id": "b"]]], ["rules": [["id": "b"], ["id": "a"]]])
        == ["rules (order): [\"a\",\"b\"] -> [\"b\",\"a\"]"])
  }

  @Test func listsWithoutIdsAreComparedAsAWhole() {
    #expect(diff(["tags": ["a"]], ["tags": ["a", "b"]]) == ["tags: [\"a\"] -> [\"a\",\"b\"]"])
    #expect(
      diff(["rules": [["id": "a"], ["id": "a"]]], ["rules": [["id": "a"]]])
        == ["rules: [{\"id\":\"a\"},{\"id\":\"a\"}] -> [{\"id\":\"a\"}]"])
  }

  @Test func namesThatSwiftHoldsForEqualAreTwo() {
    #expect(diff(["\u{E9}": 1], ["e\u{301}": 1]).count == 2)
  }
}
