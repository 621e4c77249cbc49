/// Why a property could not be decoded into the type that was asked for.
public struct FlagDecodingError: Error, Sendable, Hashable {
  /// The flag's key.
  public let key: String
  /// The property's name.
  public let property: String
  /// Where in the property's value, for example `colors[2]`; empty at the value itself.
  public let path: String
  /// What was expected and what was found.
  public let message: String

  /// Creates an error.
  public init(key: String, property: String, path: String = "", message: String) {
    self.key = key
    self.property = property
    self.path = path
    self.message = message
  }
}

extension FlagDecodingError: CustomStringConvertible {
  /// The error on one line.
  public var description: String {
    "flag \(key), property \(property)\(path.isEmpty ? "" : ", \(path)"): \(message)"
  }
}
