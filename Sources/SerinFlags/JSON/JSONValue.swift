/// One JSON value.
///
/// Attributes, property values and documents are made of these. Strings are compared by their exact UTF-8 bytes and
/// objects irrespective of the order of their members. A boolean is never a number. Numbers are IEEE doubles, exact for
/// integers up to 2^53.
public enum JSONValue: Sendable {
  /// The value `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number.
  case number(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object.
  case object(JSONObject)
}

extension JSONValue {
  /// Whether this is `null`.
  public var isNull: Bool {
    if case .null = self { return true }
    return false
  }

  /// The boolean, or nil when this is another type.
  public var boolValue: Bool? {
    if case .bool(let value) = self { return value }
    return nil
  }

  /// The number, or nil when this is another type.
  public var numberValue: Double? {
    if case .number(let value) = self { return value }
    return nil
  }

  /// The string, or nil when this is another type.
  public var stringValue: String? {
    if case .string(let value) = self { return value }
    return nil
  }

  /// The array, or nil when this is another type.
  public var arrayValue: [JSONValue]? {
    if case .array(let value) = self { return value }
    return nil
  }

  /// The object, or nil when this is another type.
  public var objectValue: JSONObject? {
    if case .object(let value) = self { return value }
    return nil
  }

  /// The member of that name, or nil when there is none or this is not an object.
  public subscript(name: String) -> JSONValue? {
    objectValue?[name]
  }

  /// The element at that index, or nil when there is none or this is not an array.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// What the value is, in words for an error message: `a string`, `null`.
  package var typeDescription: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
