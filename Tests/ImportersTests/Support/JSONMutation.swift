import SerinFlags
import TestRandom

extension JSONValue {
  /// What stands in for a value that is changed.
  private static let strangers: [JSONValue] = [
    .null, true, false, 0, 1, -1, 0.5, 1e300, "", "x", "100", "continue", "\u{0}", [], [1], [:], ["a": 1],
    ["$ref": "x"],
  ]

  /// A copy in which one value in about `rarity` is another one or gone.
  func mutated(rarity: Int, using generator: inout SeededGenerator) -> JSONValue {
    if Int.random(in: 0..<rarity, using: &generator) == 0 {
      return Self.strangers.randomElement(using: &generator) ?? .null
    }
    switch self {
    case .array(let elements):
      var result: [JSONValue] = []
      for element in elements where Int.random(in: 0..<rarity, using: &generator) != 0 {
        result.append(element.mutated(rarity: rarity, using: &generator))
      }
      return .array(result)
    case .object(let members):
      var result = JSONObject()
      for (name, value) in members where Int.random(in: 0..<rarity, using: &generator) != 0 {
        result[name] = value.mutated(rarity: rarity, using: &generator)
      }
      return .object(result)
    default:
      return self
    }
  }
}
