/// One condition of a program; the parts of a group follow it, so that `end` leads to its next neighbour.
struct ConditionNode: BitwiseCopyable {
  /// What is decided.
  enum Kind: UInt8, BitwiseCopyable {
    // Groups.
    case all, any, not
    // Comparisons whose wanted values are plain: `count` literals from the one of index `first` on, or the constant of
    // that index.
    case oneOf, startsWith, endsWith, number, exists, absent
    /// Any other comparison: the test of index `first`.
    case test
    /// Three constants from the one of index `first` on: the draw, the threshold and the deadline.
    case percent
    /// The constant of index `first` is an instant; the relation is `less` for before and `greaterOrEqual` for after.
    case now
    /// The segment of number `first`.
    case segment
    /// Two constants from the one of index `first` on: the number of the flag, and the literal that it serves.
    case flag
    /// The fact of number `first`.
    case fact
    /// The unit is one of the ids of the set of index `first`.
    case list
    /// The unit is in the list of number `first`.
    case listed

    /// Whether it compares one attribute.
    @inline(__always)
    var isComparison: Bool { rawValue >= Kind.oneOf.rawValue && rawValue <= Kind.test.rawValue }

    /// Whether it compares one attribute with plain wanted values.
    @inline(__always)
    var isPlain: Bool { rawValue >= Kind.oneOf.rawValue && rawValue < Kind.test.rawValue }
  }

  /// The attribute's packed name, so that it is found without another look at memory; see ``AttributeName``.
  var name = PackedText(head: 0, tail: 0)
  var kind: Kind
  var relation: Relation = .equal
  /// Where the search for the name begins.
  var hash: UInt16 = 0
  /// Where its attribute is found, see ``AttributeIndex``.
  var attribute: Int16 = -1
  var count: UInt16 = 0
  /// The index behind this condition and its parts.
  var end: Int32 = 0
  var first: Int32 = 0
}

/// Where the bytes of a wanted text are among the program's.
struct LiteralSpan: BitwiseCopyable {
  let offset: UInt32
  let count: UInt32
}

/// A draw of a program: where the unit comes from, and how it is hashed.
struct DrawCode: BitwiseCopyable {
  /// The attribute's index among the program's names; −1 for the standard unit.
  var attribute: Int16
  /// The draw of another system, by its index; −1 for Serin's own.
  var imported: Int16
  /// Serin's own draw: the salt, among the program's bytes.
  var salt: UInt32
  var saltCount: UInt32
}
