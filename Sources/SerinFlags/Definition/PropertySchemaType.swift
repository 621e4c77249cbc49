/// A type that the keyword `type` of a property's schema may name, as JSON Schema 2020-12 has them.
package enum PropertySchemaType: String, Sendable, Hashable, CaseIterable {
  case null, boolean, object, array, number, string
  /// A number without a fraction; `1.0` is one.
  case integer

  /// Whether a value is of this type; a boolean is never a number.
  package func accepts(_ value: JSONValue) -> Bool {
    switch (self, value) {
    case (.null, .null), (.boolean, .bool), (.object, .object), (.array, .array), (.number, .number),
      (.string, .string):
      true
    // Beyond 2^53 a double has no fraction.
    case (.integer, .number(let number)):
      number.isFinite && (number.exactInteger != nil || number.magnitude > 9_007_199_254_740_992)
    default: false
    }
  }

  /// The type in words, for messages: `a string`.
  var wanted: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .object: "an object"
    case .array: "an array"
    case .number: "a number"
    case .string: "a string"
    case .integer: "a whole number"
    }
  }
}
