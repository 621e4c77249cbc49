import SerinFlags

/// The type that all values of an Eppo flag have.
enum EppoVariationType: String {
  case string = "STRING"
  case integer = "INTEGER"
  case numeric = "NUMERIC"
  case boolean = "BOOLEAN"
  case json = "JSON"

  /// The value, or nil when it is of another type.
  func value(of value: JSONValue) -> JSONValue? {
    switch (self, value) {
    case (.string, .string), (.numeric, .number), (.boolean, .bool): return value
    case (.integer, .number(let number)): return Int64(exactly: number).map { _ in value }
    case (.json, .string(let text)): return try? JSONValue(parsing: text.utf8)
    default: return nil
    }
  }
}
