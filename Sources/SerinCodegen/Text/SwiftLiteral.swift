internal import SerinFlags

/// Values as Swift source.
enum SwiftLiteral {
  /// A string literal on one line, in which nothing is left that ends it, interpolates or cannot be seen.
  static func string(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case _ where InvisibleScalars.contains(scalar):
        literal += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }

  /// A number; whole ones without a fraction.
  ///
  /// The compiler warns of a decimal so near to zero that a double has less precision for it; that one is given by its bits.
  static func number(_ number: Double) -> String {
    number.isSubnormal
      ? "Double(bitPattern: 0x\(String(number.bitPattern, radix: 16)))" : JSONValue.number(number).text()
  }

  /// An expression of type `JSONValue`.
  ///
  /// Every value names its case: the compiler then has nothing to infer, however large the value is.
  static func json(_ value: JSONValue) -> String {
    switch value {
    case .null: ".null"
    case .bool(let bool): ".bool(\(bool))"
    case .number(let number): ".number(\(Self.number(number)))"
    case .string(let text): ".string(\(string(text)))"
    case .array(let elements): ".array([\(elements.map(json).joined(separator: ", "))])"
    case .object(let object):
      object.isEmpty
        ? ".object([:])"
        : ".object([\(object.sortedMembers.map { "\(string($0.name)): \(json($0.value))" }.joined(separator: ", "))])"
    }
  }
}
