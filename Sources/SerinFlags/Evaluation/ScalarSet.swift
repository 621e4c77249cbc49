/// The wanted values of `equals` and `in`, by their JSON type.
final class ScalarSet: Sendable {
  private let strings: [String]
  /// The same strings, hashed; only for long lists.
  private let hashedStrings: Set<ExactString>?
  private let numbers: [Double]
  private let hasTrue: Bool
  private let hasFalse: Bool
  private let ignoresCase: Bool

  /// Up to this many strings a scan is quicker than hashing.
  private static let scanLimit = 8

  /// Prepares the values, or nil when one is not a string, a number or a boolean.
  init?(_ values: [JSONValue], ignoringCase: Bool) {
    var strings: [String] = []
    var numbers: [Double] = []
    for value in values {
      switch value {
      case .string(let text): strings.append(ignoringCase ? text.lowercased() : text)
      case .number(let number): numbers.append(number)
      case .bool: break
      case .null, .array, .object: return nil
      }
    }
    self.strings = strings
    self.numbers = numbers
    hashedStrings = strings.count > Self.scanLimit ? Set(strings.map(ExactString.init)) : nil
    hasTrue = values.contains(true)
    hasFalse = values.contains(false)
    ignoresCase = ignoringCase
  }

  /// Whether the value is one of the wanted ones; unknown when none of them is of its type.
  func truth(of value: JSONValue) -> Truth {
    switch value {
    case .string(let text):
      guard !strings.isEmpty else { return .unknown }
      return Truth(hasString(ignoresCase ? text.lowercased() : text))
    case .number(let number):
      guard !numbers.isEmpty else { return .unknown }
      return Truth(numbers.contains(number))
    case .bool(let bool):
      guard hasTrue || hasFalse else { return .unknown }
      return Truth(bool ? hasTrue : hasFalse)
    case .null, .array, .object:
      return .unknown
    }
  }

  private func hasString(_ text: String) -> Bool {
    if let hashedStrings { return hashedStrings.contains(ExactString(text)) }
    return text.withBytes { bytes in
      strings.contains { wanted in wanted.withBytes { bytesAreEqual($0, bytes) } }
    }
  }
}
