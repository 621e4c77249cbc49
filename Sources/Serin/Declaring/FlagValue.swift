/// A type that a flag's property can be read as.
///
/// Texts, numbers, booleans, JSON and arrays of them are; so is an enum with such a raw value, and any `Decodable` type
/// that says so:
///
/// ```swift
/// enum Layout: String, FlagValue { case list, grid }
/// struct Theme: Codable, FlagValue { var color: String, columns: Int }
/// ```
///
/// The type that is asked for decides: a boolean is never a number, a number never a boolean, a text neither.
public protocol FlagValue: Sendable {
  /// Creates a value, or gives nil when the JSON is of another type; must not trap, whatever it is given.
  init?(json: JSONValue)
}

extension FlagValue where Self: Decodable {
  /// Decodes the value; nil when that fails.
  public init?(json: JSONValue) {
    guard let value = try? JSONValueDecoder(json).decode(Self.self) else { return nil }
    self = value
  }
}

extension FlagValue where Self: RawRepresentable, RawValue: FlagValue {
  /// Reads the raw value; nil when it is of another type or no such case exists.
  public init?(json: JSONValue) {
    guard let rawValue = RawValue(json: json) else { return nil }
    self.init(rawValue: rawValue)
  }
}

extension FlagValue where Self: RawRepresentable & Decodable, RawValue: FlagValue {
  /// Reads the raw value; nil when it is of another type or no such case exists.
  public init?(json: JSONValue) {
    guard let rawValue = RawValue(json: json) else { return nil }
    self.init(rawValue: rawValue)
  }
}
