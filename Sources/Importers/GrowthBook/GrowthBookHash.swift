import SerinFlags

/// One draw of GrowthBook: a version of its hash, a seed and an attribute.
///
/// The draw is `n = k / steps` for a whole number `k`, and GrowthBook compares it with shares that are doubles. A
/// percentage includes the numbers `k` below some whole number, so a bound is translated by counting the numbers that
/// GrowthBook's own comparison includes.
struct GrowthBookHash {
  let draw: DrawAlgorithm
  let seed: String
  /// The attribute that is drawn on.
  let attribute: String
  /// How many numbers there are.
  let steps: Int

  /// Creates a draw, or nil when there is no such version: GrowthBook then draws nobody.
  init?(version: JSONValue?, default defaultVersion: Double, seed: String, attribute: String) {
    switch version?.numberValue ?? defaultVersion {
    case 1: (draw, steps) = (.growthBook1, 1000)
    case 2: (draw, steps) = (.growthBook2, 10_000)
    default: return nil
    }
    self.seed = seed
    self.attribute = attribute
  }

  /// How many numbers are below a bound, or at most the bound.
  func count(below bound: Double, including: Bool = false) -> Int {
    var low = 0
    var high = steps
    while low < high {
      let middle = (low + high) / 2
      let number = Double(middle) / Double(steps)
      if including ? number <= bound : number < bound { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// A rollout of the first so many numbers.
  func rollout(count: Int, otherwise: Rollout.Otherwise? = nil) -> Rollout {
    let percent = Percentage(clamping: Double(count) * 100 / Double(steps))
    return Rollout(percent: percent, by: attribute, salt: seed, draw: draw, otherwise: otherwise)
  }

  /// Whether the number is one of the first so many.
  private func isFirst(_ count: Int) -> Formula {
    .condition(.percent(rollout(count: count)))
  }

  /// Whether there is something to draw on.
  ///
  /// A draw is neither true nor false without it, so one or its opposite holds exactly with it. That also gets right
  /// what `exists` does not see: GrowthBook draws on no empty text and not on the number 0.
  var hasUnit: Formula {
    .any([isFirst(steps / 2), isFirst(steps / 2).negated])
  }

  /// Whether the number is in a half-open range of whole numbers.
  func isWithin(_ range: Range<Int>) -> Formula {
    if range.isEmpty { return .never }
    if range == 0..<steps { return hasUnit }
    let isBelow: Formula = range.upperBound == steps ? .always : isFirst(range.upperBound)
    let isAbove: Formula = range.lowerBound == 0 ? .always : isFirst(range.lowerBound).negated
    return .all([isBelow, isAbove])
  }

  /// The whole numbers in one of GrowthBook's ranges, which have their end outside.
  func numbers(from start: Double, to end: Double) -> Range<Int> {
    let first = count(below: start)
    return first..<max(first, count(below: end))
  }
}

/// The shares of an experiment's variations.
enum GrowthBookRanges {
  /// The ranges that follow from coverage and weights.
  ///
  /// Weights of the wrong number, or that do not add up to 1, count as equal; only the beginning of each share is
  /// covered. Formula of GrowthBook's guide for building an SDK, with its order of operations.
  static func ranges(count: Int, coverage: Double, weights: [Double]?) -> [(start: Double, end: Double)] {
    let coverage = min(max(coverage, 0), 1)
    var shares = Array(repeating: 1 / Double(max(count, 1)), count: count)
    if let weights, weights.count == count {
      let total = weights.reduce(0, +)
      if total >= 0.99, total <= 1.01 { shares = weights }
    }
    var start = 0.0
    return shares.map { share in
      defer { start += share }
      return (start, start + coverage * share)
    }
  }
}
