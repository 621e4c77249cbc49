/// How two ordered values compare.
enum Relation: Sendable {
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual

  /// The relation of an operator for numbers or versions, or nil when it has none.
  init?(_ operator: ConditionOperator) {
    switch `operator` {
    case .numberEquals, .semverEquals: self = .equal
    case .numberNotEquals, .semverNotEquals: self = .notEqual
    case .less, .semverLess: self = .less
    case .lessOrEqual, .semverLessOrEqual: self = .lessOrEqual
    case .greater, .semverGreater: self = .greater
    case .greaterOrEqual, .semverGreaterOrEqual: self = .greaterOrEqual
    default: return nil
    }
  }

  @inline(__always)
  func holds<Value: Comparable>(_ value: Value, _ wanted: Value) -> Bool {
    switch self {
    case .equal: value == wanted
    case .notEqual: value != wanted
    case .less: value < wanted
    case .lessOrEqual: value <= wanted
    case .greater: value > wanted
    case .greaterOrEqual: value >= wanted
    }
  }
}

/// How two semantic versions compare.
enum VersionRelation: Sendable {
  case precedence(Relation)
  case tilde
  case caret

  init?(_ operator: ConditionOperator) {
    switch `operator` {
    case .semverTilde: self = .tilde
    case .semverCaret: self = .caret
    default:
      guard let relation = Relation(`operator`) else { return nil }
      self = .precedence(relation)
    }
  }

  func holds(_ version: SemanticVersion, _ wanted: SemanticVersion) -> Bool {
    switch self {
    case .precedence(let relation): relation.holds(version, wanted)
    case .tilde: version.isWithinTilde(of: wanted)
    case .caret: version.isWithinCaret(of: wanted)
    }
  }
}
