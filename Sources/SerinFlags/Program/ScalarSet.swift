/// The wanted values of `equals`, `in` and the operators of arrays, by their JSON type.
final class ScalarSet: Sendable {
  private let texts: LiteralSet
  /// Sorted.
  private let numbers: [Double]
  private let hasTrue: Bool
  private let hasFalse: Bool
  private let ignoresCase: Bool

  /// Prepares the values, or nil when one is not a string, a number or a boolean.
  init?(_ values: [JSONValue], ignoringCase: Bool) {
    var texts: [String] = []
    var numbers: [Double] = []
    for value in values {
      switch value {
      case .string(let text): texts.append(ignoringCase ? text.lowercased() : text)
      case .number(let number): numbers.append(number)
      case .bool: break
      case .null, .array, .object: return nil
      }
    }
    self.texts = LiteralSet(texts)
    self.numbers = Set(numbers.filter { !$0.isNaN }).sorted()
    hasTrue = values.contains(true)
    hasFalse = values.contains(false)
    ignoresCase = ignoringCase
  }

  /// How many different values there are.
  var count: Int { texts.count + numbers.count + (hasTrue ? 1 : 0) + (hasFalse ? 1 : 0) }

  /// Whether an attribute is one of the wanted values; unknown when none of them is of its type.
  func truth(of slot: AttributeSlot) -> Truth {
    switch slot.kind {
    case .string:
      guard let text = slot.text, texts.count > 0 else { return .unknown }
      return Truth(hasText(text))
    case .number:
      guard let number = slot.number, !numbers.isEmpty else { return .unknown }
      return Truth(has(number))
    case .bool:
      guard let bool = slot.bool, hasTrue || hasFalse else { return .unknown }
      return Truth(bool ? hasTrue : hasFalse)
    case .absent, .compound, .unread:
      return .unknown
    }
  }

  /// Whether a value is one of the wanted ones.
  func contains(_ value: JSONValue) -> Bool {
    switch value {
    case .string(let text): text.withBytes { hasText($0) }
    case .number(let number): has(number)
    case .bool(let bool): bool ? hasTrue : hasFalse
    case .null, .array, .object: false
    }
  }

  /// Whether every wanted value is one of these.
  func isSubset(of values: [JSONValue]) -> Bool {
    // Only wanted values are collected, so the set stays as small as the document's list.
    var found: Set<JSONValue> = []
    for value in values where contains(value) {
      if case .string(let text) = value, ignoresCase {
        found.insert(.string(text.lowercased()))
      } else {
        found.insert(value)
      }
    }
    return found.count == count
  }

  private func hasText(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    ignoresCase ? withLowercase(of: text) { texts.contains($0) } : texts.contains(text)
  }

  private func has(_ number: Double) -> Bool {
    var low = 0
    var high = numbers.count
    while low < high {
      let middle = (low &+ high) / 2
      if numbers[middle] < number { low = middle &+ 1 } else { high = middle }
    }
    return low < numbers.count && numbers[low] == number
  }
}
