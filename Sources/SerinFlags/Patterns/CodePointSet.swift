/// A set of code points: sorted ranges that neither overlap nor touch.
///
/// It may hold surrogates, as the rest of an inverted class does; no text has them.
struct CodePointSet: Sendable, Hashable {
  /// The largest code point.
  static let last: UInt32 = 0x10FFFF

  /// The ranges, ascending.
  private(set) var ranges: [ClosedRange<UInt32>]

  /// A set of ranges in any order.
  init(_ unsorted: [ClosedRange<UInt32>] = []) {
    ranges = []
    ranges.reserveCapacity(unsorted.count)
    for range in unsorted.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let before = ranges.last, range.lowerBound <= before.upperBound + 1 {
        ranges[ranges.count - 1] = before.lowerBound...max(before.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
  }

  /// A set of one.
  init(_ scalar: UInt32) {
    ranges = [scalar...scalar]
  }

  /// Every code point that is not in the set.
  func inverted() -> CodePointSet {
    var gaps: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges {
      if range.lowerBound > next { gaps.append(next...(range.lowerBound - 1)) }
      next = range.upperBound + 1
    }
    if next <= Self.last { gaps.append(next...Self.last) }
    return CodePointSet(gaps)
  }

  /// The code point when there is exactly one.
  var only: UInt32? {
    guard ranges.count == 1, let range = ranges.first, range.count == 1 else { return nil }
    return range.lowerBound
  }
}

extension CodePointSet {
  /// The set together with whatever differs from a member in case only.
  ///
  /// ASCII letters also fold to the long s (U+017F) and the Kelvin sign (U+212A), as in RE2.
  func folded() -> CodePointSet {
    var all = ranges
    for range in ranges {
      Self.append(range, within: 0x41...0x5A, movedBy: 32, to: &all)
      Self.append(range, within: 0x61...0x7A, movedBy: -32, to: &all)
      if range.contains(0x4B) || range.contains(0x6B) { all.append(0x212A...0x212A) }
      if range.contains(0x53) || range.contains(0x73) { all.append(0x17F...0x17F) }
      if range.upperBound >= 0x80 { CaseOrbits.all.appendPartners(of: range, to: &all) }
    }
    return CodePointSet(all)
  }

  private static func append(
    _ range: ClosedRange<UInt32>, within letters: ClosedRange<UInt32>, movedBy distance: Int32,
    to all: inout [ClosedRange<UInt32>]
  ) {
    guard range.overlaps(letters) else { return }
    let overlap = range.clamped(to: letters)
    let shift = UInt32(bitPattern: distance)
    all.append((overlap.lowerBound &+ shift)...(overlap.upperBound &+ shift))
  }
}
