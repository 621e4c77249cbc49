/// What a condition may come to: the least and the greatest truth that is possible.
///
/// The two differ only where something is not known yet, such as a fact of behaviour that could not be read in time.
/// Kleene's operators never turn the order of truths around (apart from `not`, which exchanges the ends), so the ends
/// can be computed on their own and are exact for conditions in which each fact occurs once.
struct TruthRange: BitwiseCopyable, Equatable {
  /// The least truth in the lowest two bits, the greatest in the next two.
  let bits: UInt8

  @inline(__always)
  init(_ truth: Truth) {
    bits = truth.rawValue | truth.rawValue &<< 2
  }

  @inline(__always)
  init(bits: UInt8) {
    self.bits = bits
  }

  @inline(__always)
  private init(least: UInt8, greatest: UInt8) {
    bits = least | greatest &<< 2
  }

  static let no = TruthRange(.no)
  static let unknown = TruthRange(.unknown)
  static let yes = TruthRange(.yes)
  /// Anything but unknown: the value is there, only not known.
  static let undecided = TruthRange(least: Truth.no.rawValue, greatest: Truth.yes.rawValue)

  @inline(__always)
  private var least: UInt8 { bits & 3 }
  @inline(__always)
  private var greatest: UInt8 { bits &>> 2 }

  /// Whether it is certain.
  @inline(__always)
  var isDecided: Bool { least == greatest }

  /// Whether it may still turn out to be true.
  @inline(__always)
  var mayBeTrue: Bool { greatest == Truth.yes.rawValue }

  /// The truth, as far as it is certain; what is not counts as unknown.
  var truth: Truth { isDecided ? Truth(rawValue: least) ?? .unknown : .unknown }

  @inline(__always)
  var negated: TruthRange { TruthRange(least: 2 &- greatest, greatest: 2 &- least) }

  /// Kleene's "and".
  @inline(__always)
  func and(_ other: TruthRange) -> TruthRange {
    TruthRange(least: min(least, other.least), greatest: min(greatest, other.greatest))
  }

  /// Kleene's "or".
  @inline(__always)
  func or(_ other: TruthRange) -> TruthRange {
    TruthRange(least: max(least, other.least), greatest: max(greatest, other.greatest))
  }
}
