/// One condition of a program; the parts of a group follow it, so that `end` leads to its next neighbour.
struct ConditionNode: BitwiseCopyable {
  /// What is decided.
  enum Kind: UInt8, BitwiseCopyable {
    // Groups.
    case all, any, not
    // Comparisons whose wanted values are plain: literals from `first` on, or the number in `bits`.
    case oneOf, startsWith, endsWith, number, exists, absent
    /// Any other comparison: the test of index `first`.
    case test
    /// The draw of index `first`; `bits` is the threshold, `deadline` the instant from which everybody is in.
    case percent
    /// `bits` is an instant; the relation is `less` for before and `greaterOrEqual` for after.
    case now
    /// The segment of ordinal `first`.
    case segment
    /// The flag of ordinal `first` serves the literal `count`.
    case flag
    /// The fact of ordinal `first`.
    case fact
    /// The unit is one of the ids of the set of index `first`.
    case list
    /// The unit is in the list of ordinal `first`.
    case listed
  }

  var kind: Kind
  var relation: Relation = .equal
  /// The index behind this condition and its parts.
  var end: Int32 = 0
  /// The attribute's index among the program's names; −1 for the standard unit.
  var attribute: Int32 = -1
  var first: Int32 = 0
  var count: Int32 = 0
  var bits: UInt64 = 0
  /// In microseconds since 1970.
  var deadline: Int64 = .max
}

/// A wanted text: packed, and its bytes among the program's.
struct Literal: BitwiseCopyable {
  let packed: PackedText
  let offset: UInt32
  let count: UInt32
}

/// A draw of a program: where the unit comes from, and how it is hashed.
struct DrawCode: BitwiseCopyable {
  /// The attribute's index among the program's names; −1 for the standard unit.
  var attribute: Int32
  /// Serin's own draw: the salt, among the program's bytes.
  var salt: UInt32
  var saltCount: UInt32
  /// The draw of another system, by its index; −1 for Serin's own.
  var imported: Int32
}
