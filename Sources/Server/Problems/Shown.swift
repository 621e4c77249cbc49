import SerinFlags

/// A value that is refused, as the problem names it: on one line, and cut when it is long.
///
/// Never for passwords and other secrets.
enum Shown {
  /// So many bytes of a text are shown whole.
  private static let maximumBytes = 80

  /// A text in quotes; of a longer one the beginning and its length.
  static func text(_ text: String) -> String {
    guard text.utf8.count > maximumBytes else { return DocumentPath.quoted(text) }
    return DocumentPath.quoted(String(text.prefix(60)) + "…") + " (\(text.utf8.count) bytes)"
  }

  /// A value; of an array or an object only what it is.
  static func json(_ value: JSONValue?) -> String {
    guard let value else { return "missing" }
    return switch value {
    case .string(let text): self.text(text)
    case .array(let elements): elements.isEmpty ? "an empty array" : "an array of \(elements.count)"
    case .object: "an object"
    case .null, .bool, .number: value.text()
    }
  }

  /// What a value is, for one that must not be repeated.
  static func kind(of value: JSONValue) -> String {
    switch value {
    case .string: "a text"
    case .number: "a number"
    case .bool: "true or false"
    case .null: "null"
    case .array, .object: json(value)
    }
  }
}
