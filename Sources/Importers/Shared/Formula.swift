import SerinFlags

/// A condition that may turn out to be a constant while it is put together.
///
/// Documents have no constants (a rule that always matches leaves `when` out, one that never matches is left out
/// itself), and sources are full of them: an empty list, a segment that does not exist.
enum Formula: Hashable {
  case always
  case never
  case condition(Condition)

  /// A constant.
  init(_ value: Bool) {
    self = value ? .always : .never
  }

  /// A comparison of one attribute.
  static func attribute(
    _ name: String, _ operator: ConditionOperator, _ values: [JSONValue] = [], ignoringCase: Bool = false
  ) -> Formula {
    .condition(.attribute(AttributeCondition(name, `operator`, values, ignoringCase: ignoringCase)))
  }

  /// True when all are.
  static func all(_ formulas: [Formula]) -> Formula {
    if formulas.contains(.never) { return .never }
    let conditions = formulas.flatMap { formula -> [Condition] in
      switch formula {
      case .always, .never: []
      case .condition(.all(let inner)): inner
      case .condition(let condition): [condition]
      }
    }
    guard let first = conditions.first else { return .always }
    return .condition(conditions.count == 1 ? first : .all(conditions))
  }

  /// True when one is.
  static func any(_ formulas: [Formula]) -> Formula {
    if formulas.contains(.always) { return .always }
    let conditions = formulas.flatMap { formula -> [Condition] in
      switch formula {
      case .always, .never: []
      case .condition(.any(let inner)): inner
      case .condition(let condition): [condition]
      }
    }
    guard let first = conditions.first else { return .never }
    return .condition(conditions.count == 1 ? first : .any(conditions))
  }

  /// The opposite in Serin's logic: what is unknown stays unknown.
  ///
  /// Where a source calls the opposite of a failed comparison true, the caller adds that case by ``any(_:)``.
  var negated: Formula {
    switch self {
    case .always: .never
    case .never: .always
    case .condition(.not(let inner)): .condition(inner)
    case .condition(let condition): .condition(.not(condition))
    }
  }

  /// The condition of a rule; nil for everybody.
  ///
  /// Rules that never match are not written, so this is only for others.
  var when: Condition? {
    if case .condition(let condition) = self { return condition }
    return nil
  }
}

extension Formula {
  /// A list that is compared with one attribute, cut into pieces that a document may hold.
  ///
  /// - Parameter operator: `in`, `containsAny` or `cidr`.
  static func anyValue(
    of name: String, _ operator: ConditionOperator, _ values: [JSONValue], ignoringCase: Bool = false
  ) -> Formula {
    let pieces = stride(from: 0, to: values.count, by: longestList).map { start in
      Array(values[start..<min(start + longestList, values.count)])
    }
    return any(pieces.map { attribute(name, `operator`, $0, ignoringCase: ignoringCase) })
  }

  /// What a publisher may write in one list.
  private static let longestList = 1000
}
