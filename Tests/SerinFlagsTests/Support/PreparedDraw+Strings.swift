import SerinFlags

extension PreparedDraw {
  /// The number that a unit draws.
  func number(of unit: String) -> UInt64 {
    unit.withBytes { number(of: $0) }
  }

  /// The arm that a unit gets; nil when it is behind the last one.
  func arm(of unit: String, weights: [Double]) throws -> Int? {
    guard let ends = ends(ofWeights: weights) else { throw RefusedWeights() }
    let number = number(of: unit)
    return ends.firstIndex { number < $0 }
  }

  /// A split with what it needs of its weights.
  static func split(_ algorithm: DrawAlgorithm, salt: String, weights: [Double]) -> PreparedDraw {
    PreparedDraw(algorithm, purpose: .split, salt: salt, totalWeight: algorithm.totalWeight(of: weights))
  }

  struct RefusedWeights: Error {}
}
