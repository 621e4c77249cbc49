/// The test of an attribute that is there, for comparisons that are not plain enough for a node of their own.
enum ValueTest: Sendable {
  case scalar(ScalarSet)
  case text(TextTest)
  case pattern(Pattern)
  case version(VersionRelation, SemanticVersion)
  case instant(TimeRelation, Timestamp)
  /// One or all of the wanted values are elements.
  case array(ScalarSet, mustHoldAll: Bool)
  case ranges(AddressRanges)
  /// Divisor and remainder.
  case modulo(Int64, Int64)

  /// Prepares a test, or nil when the operator cannot have these values.
  init?(_ condition: AttributeCondition) {
    let first = condition.values.first
    switch condition.operator.operand {
    case .none, .number:
      return nil
    case .scalar, .scalars:
      guard let set = ScalarSet(condition.values, ignoringCase: condition.ignoringCase) else { return nil }
      switch condition.operator {
      case .containsAny, .containsAll: self = .array(set, mustHoldAll: condition.operator == .containsAll)
      default: self = .scalar(set)
      }
    case .text:
      guard let test = TextTest(condition.operator, first, ignoringCase: condition.ignoringCase) else { return nil }
      self = .text(test)
    case .pattern:
      guard let text = first?.stringValue,
        let pattern = try? Pattern(parsing: text, ignoringCase: condition.ignoringCase)
      else { return nil }
      self = .pattern(pattern)
    case .version:
      guard let relation = VersionRelation(condition.operator), let text = first?.stringValue,
        let version = SemanticVersion(parsing: text)
      else { return nil }
      self = .version(relation, version)
    case .instant:
      guard let instant = first.flatMap(Timestamp.init) else { return nil }
      self = .instant(condition.operator == .before ? .before : .after, instant)
    case .ranges:
      guard let ranges = AddressRanges(condition.values) else { return nil }
      self = .ranges(ranges)
    case .division:
      guard let divisor = first?.numberValue?.exactInteger, divisor > 0, condition.values.count == 2,
        let remainder = condition.values[1].numberValue?.exactInteger
      else { return nil }
      self = .modulo(divisor, remainder)
    }
  }

  /// What the test says of an attribute; unknown when it is of a type that the test does not know.
  func truth(of slot: AttributeSlot, in context: BoundContext) -> Truth {
    switch self {
    case .scalar(let set):
      return set.truth(of: slot)
    case .text(let test):
      guard let text = slot.text else { return .unknown }
      return Truth(test.matches(text))
    case .pattern(let pattern):
      guard let text = slot.text, text.count <= Pattern.maximumTextBytes else { return .unknown }
      return Truth(pattern.matches(text))
    case .version(let relation, let wanted):
      guard let text = slot.text, let version = SemanticVersion(parsing: text) else { return .unknown }
      return Truth(relation.holds(version, wanted))
    case .instant(let relation, let wanted):
      guard let instant = Self.instant(slot) else { return .unknown }
      return Truth(relation == .before ? instant < wanted : instant > wanted)
    case .array(let wanted, let mustHoldAll):
      guard slot.kind == .compound, case .array(let elements) = context.value(of: slot) else { return .unknown }
      return Truth(mustHoldAll ? wanted.isSubset(of: elements) : elements.contains(where: wanted.contains))
    case .ranges(let ranges):
      guard let text = slot.text, let address = InternetAddress(parsing: text) else { return .unknown }
      return Truth(ranges.contain(address))
    case .modulo(let divisor, let remainder):
      guard let number = slot.number?.exactInteger else { return .unknown }
      let rest = number % divisor
      return Truth((rest < 0 ? rest + divisor : rest) == remainder)
    }
  }

  private static func instant(_ slot: AttributeSlot) -> Timestamp? {
    if let text = slot.text { return Timestamp(parsing: text) }
    return slot.number.flatMap(Timestamp.init(secondsSince1970:))
  }
}

/// Several ranges of addresses.
final class AddressRanges: Sendable {
  private let ranges: [AddressRange]

  /// Prepares the ranges, or nil when a value is none.
  init?(_ values: [JSONValue]) {
    ranges = values.compactMap { $0.stringValue.flatMap(AddressRange.init) }
    guard ranges.count == values.count else { return nil }
  }

  func contain(_ address: InternetAddress) -> Bool {
    ranges.contains { $0.contains(address) }
  }
}
