extension Split {
  /// Weights above this are refused; it keeps every sum of weights within 64 bits.
  static let maximumWeight: Double = 1_000_000_000

  /// Where each arm's share of the draw ends, or nil when a weight is not a positive number within the limits.
  ///
  /// An arm serves a draw below its end and not below the end of the arm before. `draw x W < 10^8 x cumulative` for
  /// whole numbers is `draw < ceil(10^8 x cumulative / W)`, so the division is done once, here. The last end is always
  /// 10^8: no draw is left without an arm.
  package static func thresholds(ofWeights weights: [Double]) -> [UInt32]? {
    guard !weights.isEmpty else { return nil }
    var cumulative: [UInt64] = []
    var total: UInt64 = 0
    for weight in weights {
      guard let micro = microWeight(weight) else { return nil }
      let (sum, overflows) = total.addingReportingOverflow(micro)
      guard !overflows else { return nil }
      total = sum
      cumulative.append(total)
    }
    return cumulative.map { part in
      let product = UInt64(Draw.range).multipliedFullWidth(by: part)
      let (quotient, remainder) = total.dividingFullWidth(product)
      return UInt32(truncatingIfNeeded: remainder == 0 ? quotient : quotient + 1)
    }
  }

  /// A weight in millionths, or nil when it is not positive, not finite or out of bounds.
  static func microWeight(_ weight: Double) -> UInt64? {
    guard weight > 0, weight <= maximumWeight else { return nil }
    let micro = UInt64(weight * 1_000_000 + 0.5)
    return micro > 0 ? micro : nil
  }
}
