/// What a pattern may demand of a place between two scalars.
struct PatternAssertion: OptionSet, Sendable, Hashable {
  let rawValue: UInt8

  /// `^` and `\A`: nothing stands before.
  static let beginText = PatternAssertion(rawValue: 1)
  /// `$` and `\z`: nothing stands behind.
  static let endText = PatternAssertion(rawValue: 2)
  /// `^` under `(?m)`.
  static let beginLine = PatternAssertion(rawValue: 4)
  /// `$` under `(?m)`.
  static let endLine = PatternAssertion(rawValue: 8)
  /// `\b`: an ASCII word begins or ends.
  static let wordBoundary = PatternAssertion(rawValue: 16)
  /// `\B`: none does.
  static let noWordBoundary = PatternAssertion(rawValue: 32)

  /// What holds between two neighbours.
  init(between left: Neighbour, and right: Neighbour) {
    var holds: PatternAssertion = (left == .word) != (right == .word) ? .wordBoundary : .noWordBoundary
    if left == .edge { holds.formUnion([.beginText, .beginLine]) }
    if left == .newline { holds.insert(.beginLine) }
    if right == .edge { holds.formUnion([.endText, .endLine]) }
    if right == .newline { holds.insert(.endLine) }
    self = holds
  }

  init(rawValue: UInt8) {
    self.rawValue = rawValue
  }
}

extension PatternAssertion {
  /// What assertions see of a scalar beside a place.
  enum Neighbour: UInt8, CaseIterable, Sendable {
    /// Any scalar without a part in assertions, or a byte that is no part of well-formed UTF-8.
    case other
    case newline
    /// A letter, digit or underscore of ASCII.
    case word
    /// The start or the end of the text.
    case edge

    init(_ scalar: UInt32) {
      switch scalar {
      case 0x0A: self = .newline
      case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: self = .word
      default: self = .other
      }
    }
  }

  /// The assertions by place: the number of the left neighbour times four plus that of the right one.
  static let places: [PatternAssertion] = Neighbour.allCases.flatMap { left in
    Neighbour.allCases.map { right in PatternAssertion(between: left, and: right) }
  }
}
