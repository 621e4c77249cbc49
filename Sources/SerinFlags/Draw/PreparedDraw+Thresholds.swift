extension PreparedDraw {
  /// The exclusive threshold of a rollout: a unit is in when its number is below it.
  ///
  /// It is found by bisection with the source's own comparison, so that 0 and 100 % mean what they mean there: PostHog
  /// and Flagsmith have the number 0 in at 0 %, and LaunchDarkly has a few of 2^60 numbers out at 100 %.
  package func threshold(of percent: Percentage) -> UInt64 {
    let micro = UInt64(percent.micro)
    switch algorithm {
    case .sha256:
      return micro
    case .flagd:
      // The first arm of a split in micro and 10^8 - micro.
      return Self.ceiling(of: micro, times: range, over: 100_000_000)
    case .featBit where micro == 0:
      return 0
    default:
      let scale = DrawScale(algorithm, purpose)
      let bound = scale.bound(of: percent)
      return isEverybody(below: bound) ? range : firstNumber(beyond: bound, on: scale)
    }
  }

  /// Whether a share from 0 up to a bound is everybody without being drawn: FeatBit takes one this near to 1 for it.
  func isEverybody(below bound: Double) -> Bool {
    algorithm == .featBit && 1 - bound < 1e-5
  }

  /// The first number whose value is beyond a bound, or the range when there is none.
  func firstNumber(beyond bound: Double, on scale: DrawScale) -> UInt64 {
    var low: UInt64 = 0
    var high = range
    while low < high {
      let middle = low &+ (high &- low) / 2
      let value = scale.value(of: middle)
      let isIn = scale.includesBound ? value <= bound : value < bound
      if isIn { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  /// `part x range / whole`, rounded up; the part is at most the whole.
  static func ceiling(of part: UInt64, times range: UInt64, over whole: UInt64) -> UInt64 {
    guard part < whole else { return range }
    let (quotient, remainder) = whole.dividingFullWidth(range.multipliedFullWidth(by: part))
    return remainder == 0 ? quotient : quotient &+ 1
  }
}
