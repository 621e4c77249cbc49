/// How an attribute is compared; the raw values are the spellings in documents.
public enum ConditionOperator: String, Sendable, Hashable, CaseIterable, Codable {
  /// The attribute is the wanted string, number or boolean.
  case equals
  /// The attribute is one of the wanted strings, numbers or booleans.
  case `in`
  /// The string begins with the wanted one.
  case startsWith
  /// The string ends with the wanted one.
  case endsWith
  /// The string holds the wanted one.
  case contains
  /// The string has a match of the regular expression anywhere; see ``Pattern``.
  case matches

  /// The numbers are equal.
  case numberEquals = "="
  /// The numbers differ.
  case numberNotEquals = "!="
  /// The number is less than the wanted one.
  case less = "<"
  /// The number is at most the wanted one.
  case lessOrEqual = "<="
  /// The number is more than the wanted one.
  case greater = ">"
  /// The number is at least the wanted one.
  case greaterOrEqual = ">="

  /// The versions have the same precedence.
  case semverEquals = "semver="
  /// The versions have different precedence.
  case semverNotEquals = "semver!="
  /// The version is before the wanted one.
  case semverLess = "semver<"
  /// The version is the wanted one or before it.
  case semverLessOrEqual = "semver<="
  /// The version is after the wanted one.
  case semverGreater = "semver>"
  /// The version is the wanted one or after it.
  case semverGreaterOrEqual = "semver>="
  /// The version is within npm's tilde range; see ``SemanticVersion/isWithinTilde(of:)``.
  case semverTilde = "semver~"
  /// The version is within npm's caret range; see ``SemanticVersion/isWithinCaret(of:)``.
  case semverCaret = "semver^"

  /// The instant (RFC 3339, or seconds since 1970 as a number) is earlier than the wanted one.
  case before
  /// The instant (RFC 3339, or seconds since 1970 as a number) is later than the wanted one.
  case after

  /// The array holds one of the wanted strings, numbers or booleans.
  case containsAny
  /// The array holds all of the wanted strings, numbers or booleans.
  case containsAll

  /// The IP address lies in one of the wanted ranges, such as `10.0.0.0/8` or `2001:db8::/32`.
  case cidr
  /// The whole number leaves the wanted remainder when it is divided by the divisor.
  case modulo

  /// The attribute is there and not null.
  case exists
  /// The attribute is not there, or null.
  case absent

  /// What an operator compares the attribute with.
  enum Operand {
    case none
    case text
    case pattern
    case number
    case version
    case instant
    case ranges
    /// A divisor and a remainder.
    case division
    case scalar
    case scalars
  }

  var operand: Operand {
    switch self {
    case .equals: .scalar
    case .in, .containsAny, .containsAll: .scalars
    case .matches: .pattern
    case .before, .after: .instant
    case .cidr: .ranges
    case .modulo: .division
    case .startsWith, .endsWith, .contains: .text
    case .numberEquals, .numberNotEquals, .less, .lessOrEqual, .greater, .greaterOrEqual: .number
    case .semverEquals, .semverNotEquals, .semverLess, .semverLessOrEqual, .semverGreater, .semverGreaterOrEqual,
      .semverTilde, .semverCaret:
      .version
    case .exists, .absent: .none
    }
  }

  /// Whether the operator compares text and so may ignore its case.
  public var allowsIgnoringCase: Bool {
    switch operand {
    case .text, .pattern, .scalar, .scalars: true
    case .none, .number, .version, .instant, .ranges, .division: false
    }
  }
}
