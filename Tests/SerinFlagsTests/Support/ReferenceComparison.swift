import Foundation

@testable import SerinFlags

/// What a comparison says of an attribute, operator by operator in plain words.
struct ReferenceComparison {
  let condition: AttributeCondition

  init(_ condition: AttributeCondition) {
    self.condition = condition
  }

  /// - Parameter value: The attribute, nil when it is absent or null.
  func truth(of value: JSONValue?) -> Truth {
    switch condition.operator {
    case .exists: return Truth(value != nil)
    case .absent: return Truth(value == nil)
    default: return value.flatMap(holds).map { Truth($0) } ?? .unknown
    }
  }

  /// Whether the comparison holds; nil when nothing can be said.
  private func holds(_ value: JSONValue) -> Bool? {
    switch condition.operator {
    case .equals, .in:
      guard condition.values.contains(where: { $0.typeDescription == value.typeDescription }) else { return nil }
      return condition.values.contains { isSame($0, value) }
    case .containsAny, .containsAll:
      guard let elements = value.arrayValue else { return nil }
      let found = condition.values.map { wanted in elements.contains { isSame(wanted, $0) } }
      return condition.operator == .containsAny ? found.contains(true) : !found.contains(false)
    case .startsWith, .endsWith, .contains:
      guard let text = value.stringValue.map(bytes), let wanted = condition.values[0].stringValue.map(bytes) else {
        return nil
      }
      if condition.operator == .startsWith { return text.starts(with: wanted) }
      if condition.operator == .endsWith { return text.reversed().starts(with: wanted.reversed()) }
      return (0...text.count).contains { text.dropFirst($0).starts(with: wanted) }
    case .matches:
      guard let text = value.stringValue, text.utf8.count <= 4096, let source = condition.values[0].stringValue,
        let pattern = try? Pattern(parsing: source, ignoringCase: condition.ignoringCase)
      else { return nil }
      return pattern.matches(text)
    case .before, .after:
      guard let given = instant(value), let wanted = instant(condition.values[0]) else { return nil }
      return condition.operator == .before ? given < wanted : wanted < given
    case .cidr:
      guard let address = value.stringValue.flatMap(Self.bits) else { return nil }
      return condition.values.contains { isInRange(address, $0.stringValue ?? "") }
    case .modulo:
      guard let number = value.numberValue, number == number.rounded(), abs(number) <= 9_007_199_254_740_992,
        let divisor = condition.values[0].numberValue, let wanted = condition.values[1].numberValue
      else { return nil }
      let rest = number.truncatingRemainder(dividingBy: divisor)
      return (rest < 0 ? rest + divisor : rest) == wanted
    case .numberEquals, .numberNotEquals, .less, .lessOrEqual, .greater, .greaterOrEqual:
      guard let number = value.numberValue, let wanted = condition.values[0].numberValue else { return nil }
      return number < wanted
        ? isOneOf(.numberNotEquals, .less, .lessOrEqual)
        : number > wanted
          ? isOneOf(.numberNotEquals, .greater, .greaterOrEqual)
          : isOneOf(.numberEquals, .lessOrEqual, .greaterOrEqual)
    default:
      guard let version = value.stringValue.flatMap(SemanticVersion.init), let text = condition.values[0].stringValue,
        let wanted = SemanticVersion(parsing: text)
      else { return nil }
      if condition.operator == .semverTilde { return version.isWithinTilde(of: wanted) }
      if condition.operator == .semverCaret { return version.isWithinCaret(of: wanted) }
      return version < wanted
        ? isOneOf(.semverNotEquals, .semverLess, .semverLessOrEqual)
        : wanted < version
          ? isOneOf(.semverNotEquals, .semverGreater, .semverGreaterOrEqual)
          : isOneOf(.semverEquals, .semverLessOrEqual, .semverGreaterOrEqual)
    }
  }

  private func isOneOf(_ operators: ConditionOperator...) -> Bool { operators.contains(condition.operator) }

  /// Values of one type that are the same; texts by their bytes.
  private func isSame(_ left: JSONValue, _ right: JSONValue) -> Bool {
    switch (left, right) {
    case (.string(let left), .string(let right)): bytes(left) == bytes(right)
    case (.number(let left), .number(let right)): left == right
    case (.bool(let left), .bool(let right)): left == right
    default: false
    }
  }

  private func bytes(_ text: String) -> [UInt8] {
    Array((condition.ignoringCase ? text.lowercased() : text).utf8)
  }

  private func instant(_ value: JSONValue) -> Timestamp? {
    value.stringValue.flatMap(Timestamp.init(parsing:)) ?? value.numberValue.flatMap(Timestamp.init(secondsSince1970:))
  }

  // MARK: - Addresses

  /// The bits of an address as the system reads it, an IPv4 one as its IPv6 form.
  static func bits(_ text: String) -> [UInt8]? {
    var four = in_addr()
    var six = in6_addr()
    var bytes: [UInt8]
    if inet_pton(AF_INET, text, &four) == 1 {
      bytes = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + withUnsafeBytes(of: &four) { Array($0) }
    } else if inet_pton(AF_INET6, text, &six) == 1 {
      bytes = withUnsafeBytes(of: &six) { Array($0) }
    } else {
      return nil
    }
    return bytes.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
  }

  /// Whether an address lies in a range that is written with a prefix and without IPv4 in IPv6 notation.
  private func isInRange(_ address: [UInt8], _ range: String) -> Bool {
    let parts = range.split(separator: "/").map(String.init)
    guard let network = Self.bits(parts[0]) else { return false }
    let isFour = !range.contains(":")
    let addressIsFour = !address.prefix(80).contains(1) && !address[80..<96].contains(0)
    let length = (parts.count > 1 ? Int(parts[1]) ?? 0 : 128) + (isFour && parts.count > 1 ? 96 : 0)
    return isFour == addressIsFour && address.prefix(length) == network.prefix(length)
  }
}
