/// An algorithm with its salt, ready to draw numbers for units.
///
/// Preparing does once what does not depend on the unit: the bytes around the unit, and (by ``threshold(of:)`` and
/// ``ends(ofWeights:)``) the source's floating-point comparison, so that deciding is one comparison of integers. Drawing
/// allocates nothing as long as salt and unit together stay below a kilobyte.
package struct PreparedDraw: Sendable {
  package let algorithm: DrawAlgorithm
  package let purpose: DrawPurpose
  /// Numbers are from 0 up to this, exclusively.
  package let range: UInt64
  /// What is hashed before the unit.
  let prefix: [UInt8]
  /// What is hashed after the unit.
  let suffix: [UInt8]

  /// Prepares a draw.
  ///
  /// - Parameters:
  ///   - algorithm: The algorithm.
  ///   - purpose: What the numbers are for.
  ///   - salt: What the algorithm takes for one; see its cases. The separators are the algorithm's.
  ///   - totalWeight: The sum of a split's weights, which Unleash divides by (``DrawAlgorithm/totalWeight(of:)``);
  ///     without it the thousand that Unleash writes. Every other draw has a range of its own.
  package init(_ algorithm: DrawAlgorithm, purpose: DrawPurpose, salt: String, totalWeight: UInt64? = nil) {
    self.algorithm = algorithm
    self.purpose = purpose
    let isSplit = purpose == .split
    let total = max(1, min(totalWeight ?? 1000, UInt64(UInt32.max)))
    range = algorithm == .unleash && isSplit ? total : DrawScale(algorithm, purpose).range
    switch algorithm {
    case .sha256: prefix = salt.utf8.isEmpty ? [] : salt.utf8 + [UInt8(ascii: ".")]
    case .unleash: prefix = salt.utf8 + [UInt8(ascii: ":")]
    case .launchDarkly, .postHog, .statsig: prefix = salt.utf8 + [UInt8(ascii: ".")]
    case .configCat, .featBit, .growthBook2: prefix = Array(salt.utf8)
    case .flagd: prefix = salt.utf8.isEmpty ? [] : [0x82] + CBORText.header(length: salt.utf8.count) + salt.utf8
    case .flagsmith: prefix = salt.utf8 + [UInt8(ascii: ",")]
    case .eppo: prefix = salt.utf8 + [UInt8(ascii: "-")]
    case .djb2: prefix = salt.utf8 + [UInt8(ascii: "_")]
    case .growthBook1, .sha256Prefix: prefix = []
    }
    switch algorithm {
    case .growthBook1: suffix = Array(salt.utf8)
    case .sha256Prefix: suffix = [UInt8(ascii: "-")] + salt.utf8
    case .postHog where isSplit: suffix = Array("variant".utf8)
    default: suffix = []
    }
  }

  /// The number that a unit draws, from 0 and below ``range``.
  package func number(of unit: UnsafeBufferPointer<UInt8>) -> UInt64 {
    prefix.withUnsafeBufferPointer { prefix in
      suffix.withUnsafeBufferPointer { suffix in
        number(of: DrawMessage(prefix: prefix, unit: unit, suffix: suffix))
      }
    }
  }

  /// The number that the source gives to a context without a unit; nil where such a context is not drawn.
  package var numberWithoutUnit: UInt64? {
    switch algorithm {
    case .launchDarkly: 0
    case .featBit, .statsig: number(of: UnsafeBufferPointer(start: nil, count: 0))
    default: nil
    }
  }
}

extension DrawAlgorithm {
  /// The sum of a split's weights where the draw divides by it; nil for every other draw.
  package func totalWeight(of weights: [Double]) -> UInt64? {
    guard self == .unleash else { return nil }
    return weights.reduce(0) { $0 &+ PreparedDraw.wholeWeight($1) }
  }
}
