extension PreparedDraw {
  /// Where each arm's numbers end, exclusively; nil when a weight is not a positive number within the limits, or when
  /// the source itself would refuse the weights.
  ///
  /// An arm gets the numbers below its end and not below the end of the arm before. Numbers from the last end on get
  /// no arm; only LaunchDarkly, and the draws whose weights are ratios, have none of those.
  ///
  /// - Parameter weights: The weights, in the unit that the algorithm says.
  package func ends(ofWeights weights: [Double]) -> [UInt64]? {
    guard !weights.isEmpty, weights.allSatisfy({ Split.microWeight($0) != nil }) else { return nil }
    switch algorithm {
    case .sha256, .sha256Prefix, .djb2:
      return ends(ofRatios: weights.map { Split.microWeight($0) ?? 0 })
    case .flagd:
      return ends(ofRatios: weights.map(Self.wholeWeight), maximumTotal: UInt64(Int32.max))
    case .unleash:
      var sum: UInt64 = 0
      return weights.map { weight in
        sum &+= Self.wholeWeight(weight)
        return min(sum, range)
      }
    default:
      let scale = DrawScale(algorithm, .split)
      let bounds = bounds(ofWeights: weights)
      var ends = bounds.map { firstNumber(beyond: $0, on: scale) }
      if isEverybody(below: bounds[0]) { return weights.map { _ in range } }
      if algorithm == .launchDarkly { ends[ends.count - 1] = range }
      return ends
    }
  }

  /// The ends of arms whose weights are ratios: `n x total < range x running sum`.
  private func ends(ofRatios weights: [UInt64], maximumTotal: UInt64 = .max) -> [UInt64]? {
    var sums: [UInt64] = []
    var total: UInt64 = 0
    for weight in weights {
      let (sum, overflows) = total.addingReportingOverflow(weight)
      guard !overflows, sum <= maximumTotal else { return nil }
      total = sum
      sums.append(sum)
    }
    guard total > 0 else { return nil }
    return sums.map { Self.ceiling(of: $0, times: range, over: total) }
  }

  /// The running sums that the source compares its value with, added up as the source adds them.
  private func bounds(ofWeights weights: [Double]) -> [Double] {
    var sum = 0.0
    switch algorithm {
    case .featBit:
      // Its documents hold the sums themselves, in decimals; adding doubles would miss 0.3 as 0.1 + 0.2.
      var micro: UInt64 = 0
      return weights.map { weight in
        micro &+= Split.microWeight(weight) ?? 0
        return Double(micro) / 1_000_000
      }
    case .growthBook1, .growthBook2:
      let total = weights.reduce(0, +)
      let isWhole = total >= 0.99 && total <= 1.01
      let equal = 1 / Double(weights.count)
      return weights.map { weight in
        sum += isWhole ? weight : equal
        return sum
      }
    default:
      let divisor: Double = algorithm == .launchDarkly ? 100_000 : algorithm == .postHog ? 100 : 1
      return weights.map { weight in
        sum += weight / divisor
        return sum
      }
    }
  }

  /// A weight as the whole number next to it; the weights of some systems are never anything else.
  static func wholeWeight(_ weight: Double) -> UInt64 {
    weight > 0 ? UInt64(min(weight, Split.maximumWeight) + 0.5) : 0
  }
}
