import SerinFlags

/// A generator of random numbers that gives the same ones in every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// The next number, by SplitMix64 (Steele, Lea and Flood 2014).
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

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
