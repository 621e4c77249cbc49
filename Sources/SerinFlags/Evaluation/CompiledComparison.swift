/// A comparison with its wanted values prepared once.
///
/// The parts of a compiled flag are classes where they are large, so that handing one on costs one retain instead of
/// one for every array and string inside.
final class CompiledComparison: Sendable {
  let attribute: AttributeSource
  let test: ValueTest
  /// What it was made from, for explanations.
  let source: AttributeCondition

  /// Prepares a comparison, or nil when the operator cannot have these values.
  init?(_ condition: AttributeCondition) {
    guard let test = ValueTest(condition) else { return nil }
    self.test = test
    attribute = AttributeSource(condition.attribute)
    source = condition
  }

  /// What the comparison says of a value; nil stands for an absent attribute.
  @inline(__always)
  func truth(of value: JSONValue?) -> Truth {
    guard let value else {
      switch test {
      case .exists: return .no
      case .absent: return .yes
      case .scalar, .text, .number, .version: return .unknown
      }
    }
    return test.truth(of: value)
  }
}

/// The test of an attribute that is there.
enum ValueTest: Sendable {
  case exists
  case absent
  case scalar(ScalarSet)
  case text(TextTest)
  case number(Relation, Double)
  case version(VersionRelation, SemanticVersion)

  init?(_ condition: AttributeCondition) {
    let first = condition.values.first
    switch condition.operator.operand {
    case .none:
      self = condition.operator == .exists ? .exists : .absent
    case .scalar, .scalars:
      guard condition.operator == .in || condition.values.count == 1 else { return nil }
      guard let set = ScalarSet(condition.values, ignoringCase: condition.ignoringCase) else { return nil }
      self = .scalar(set)
    case .text:
      guard let test = TextTest(condition.operator, first, ignoringCase: condition.ignoringCase) else { return nil }
      self = .text(test)
    case .pattern, .instant, .ranges, .division: return nil
    case .number:
      guard let relation = Relation(condition.operator), let number = first?.numberValue else { return nil }
      self = .number(relation, number)
    case .version:
      guard let relation = VersionRelation(condition.operator), let text = first?.stringValue,
        let version = SemanticVersion(parsing: text)
      else { return nil }
      self = .version(relation, version)
    }
  }

  func truth(of value: JSONValue) -> Truth {
    switch self {
    case .exists:
      return .yes
    case .absent:
      return .no
    case .scalar(let wanted):
      return wanted.truth(of: value)
    case .text(let test):
      guard case .string(let text) = value else { return .unknown }
      return Truth(test.matches(text))
    case .number(let relation, let wanted):
      guard case .number(let number) = value else { return .unknown }
      return Truth(relation.holds(number, wanted))
    case .version(let relation, let wanted):
      guard case .string(let text) = value, let version = SemanticVersion(parsing: text) else { return .unknown }
      return Truth(relation.holds(version, wanted))
    }
  }
}
