// What a draw cannot do exactly is refused when a document is written, not when it is read: an evaluation always has an
// answer, the source's own where it has one.
extension DrawAlgorithm {
  /// Why this draw cannot mean a percentage exactly, or nil when it can.
  ///
  /// - Returns: The end of a sentence that starts with the percentage: "has a fraction, but …".
  package func problem(ofPercent percent: Percentage) -> String? {
    let step: UInt32
    let steps: String
    switch self {
    case .unleash, .configCat, .djb2: (step, steps) = (1_000_000, "whole percents")
    case .eppo: (step, steps) = (10_000, "hundredths of a percent")
    case .launchDarkly: (step, steps) = (1000, "thousandths of a percent")
    default: return nil
    }
    return percent.micro % step == 0 ? nil : "is finer than the draw \(rawValue), which counts in \(steps)"
  }

  /// Why this draw cannot divide by some weights exactly, or nil when it can.
  ///
  /// - Returns: The end of a sentence that starts with the weights: "add up to 101, but …".
  package func problem(ofWeights weights: [Double]) -> String? {
    guard weights.allSatisfy({ Split.microWeight($0) != nil }) else {
      return "are not all between 0.000001 and 1000000000"
    }
    if needsWholeWeights, !weights.allSatisfy({ $0.exactInteger != nil }) {
      return "are not all whole numbers, which the draw \(rawValue) needs"
    }
    let total = weights.reduce(0, +)
    guard let limits = totalLimits else { return nil }
    // Sums of decimals miss the whole by a few units in the last place.
    guard total < limits.lowerBound - 1e-9 || total > limits.upperBound + 1e-9 else { return nil }
    let allowed =
      limits.lowerBound > 0
      ? "from \(Self.text(limits.lowerBound)) to \(Self.text(limits.upperBound))"
      : "at most \(Self.text(limits.upperBound))"
    return "add up to \(Self.text(total)); the draw \(rawValue) takes \(allowed)"
  }

  /// Why a split with weights of that sum leaves somebody out, or nil when everybody gets a share.
  ///
  /// Other systems do so; what is written for Serin must say who gets what.
  ///
  /// - Returns: The end of a sentence that starts with the weights: "add up to 50; …".
  package func problem(ofTotal total: Double) -> String? {
    guard let whole = wholeTotal, abs(total - whole) > whole * 1e-9 else { return nil }
    return "add up to \(Self.text(total)); with the draw \(rawValue) they must add up to \(Self.text(whole))"
  }

  /// What the weights add up to when everybody gets a share, for draws whose weights are not just ratios.
  private var wholeTotal: Double? {
    switch self {
    case .launchDarkly: 100_000
    case .growthBook1, .growthBook2, .featBit: 1
    case .configCat, .postHog, .flagsmith: 100
    case .eppo: 10_000
    case .statsig: 1000
    case .sha256, .unleash, .flagd, .sha256Prefix, .djb2: nil
    }
  }

  private var needsWholeWeights: Bool {
    switch self {
    case .unleash, .launchDarkly, .flagd, .configCat, .eppo, .statsig: true
    default: false
    }
  }

  /// What the weights may add up to, where they are not ratios of any size.
  ///
  /// Outside of it the source ignores them or never reaches the last ones.
  private var totalLimits: ClosedRange<Double>? {
    switch self {
    case .unleash: 0...4_294_967_295
    case .flagd: 0...2_147_483_647
    case .launchDarkly: 0...100_000
    case .growthBook1, .growthBook2: 0.99...1.01
    case .configCat, .postHog, .flagsmith: 0...100
    case .featBit: 0...1
    case .eppo: 0...10_000
    case .statsig: 0...1000
    case .sha256, .sha256Prefix, .djb2: nil
    }
  }

  private static func text(_ number: Double) -> String { JSONValue.number(number).text() }
}
