public import Serin

/// One value that a flag carries, as the debug menu shows and edits it.
public struct FlagDebugProperty: Identifiable, Sendable, Hashable {
  /// The property's exact name.
  public let name: String
  /// The value in effect.
  public let value: JSONValue
  /// Whether the value is set by hand on this device.
  public let isOverridden: Bool

  /// The same as ``name``.
  public var id: String { name }

  /// The type of the value, which an edited one must have, too.
  public var type: PropertyType {
    switch value {
    case .string: .string
    case .number: .number
    case .bool: .boolean
    case .null, .array, .object: .json
    }
  }

  /// The value as a text that ``value(from:as:)`` reads.
  public var text: String { value.stringValue ?? value.text() }

  /// Reads what a person typed.
  ///
  /// - Parameters:
  ///   - text: The text; blanks around a number, a boolean or JSON do not matter.
  ///   - type: What it must be. A text is taken as it is; numbers are written as in JSON, whatever the device's
  ///     language.
  /// - Throws: ``FlagDebugInputError`` that says what is wrong.
  public static func value(from text: String, as type: PropertyType) throws(FlagDebugInputError) -> JSONValue {
    if type == .string { return .string(text) }
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: text.utf8)
    } catch {
      throw FlagDebugInputError(message: type == .json ? "This is not JSON: \(error.message)." : expectation(of: type))
    }
    guard type.accepts(json) else { throw FlagDebugInputError(message: expectation(of: type)) }
    return json
  }

  private static func expectation(of type: PropertyType) -> String {
    switch type {
    case .string: "Enter a text."
    case .number: "Enter a number, for example 3 or 0.5."
    case .boolean: "Enter true or false."
    case .json: "Enter JSON."
    }
  }
}

/// Why a text that a person typed cannot be a property's value.
public struct FlagDebugInputError: Error, Sendable, Hashable {
  /// What is wrong, for the person who typed.
  public let message: String
}
