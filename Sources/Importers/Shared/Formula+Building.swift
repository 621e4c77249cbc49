import SerinFlags

extension Formula {
  /// True when a condition is false; not when it is unknown.
  static func not(_ condition: Condition) -> Formula { .condition(.not(condition)) }

  /// Whether an attribute is there and of a type.
  static func has(_ attribute: String, _ type: AttributeTest.ValueType) -> Formula {
    switch type {
    case .string: return .attribute(attribute, .matches, ["^"])
    case .number: return .attribute(attribute, .lessOrEqual, [.number(.greatestFiniteMagnitude)])
    case .boolean: return .attribute(attribute, .in, [true, false])
    case .array:
      // Known for every array, and only for arrays.
      let holdsZero = Condition.attribute(AttributeCondition(attribute, .containsAny, [0]))
      return .any([.condition(holdsZero), .not(holdsZero)])
    }
  }
}
