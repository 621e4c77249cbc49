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

  /// The attribute is there and not null.
  case exists
  /// The attribute is not there, or null.
  case absent

  /// What an operator compares the attribute with.
  enum Operand {
    case none
    case text
    case number
    case version
    case scalar
    case scalars
  }

  /// Operators of the document format that come in a later version.
  static let later = ["matches", "before", "after", "containsAny", "containsAll", "cidr", "modulo"]

  var operand: Operand {
    switch self {
    case .equals: .scalar
    case .in: .scalars
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
    case .text, .scalar, .scalars: true
    case .none, .number, .version: false
    }
  }
}
