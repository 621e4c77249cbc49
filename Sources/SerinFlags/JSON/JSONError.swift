/// Why bytes are not acceptable JSON.
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Where, in bytes from the start.
  public var offset: Int
  /// Where, as a path such as `flags.new_checkout.rules[1]`; empty at the root.
  public var path: String
  /// What is wrong.
  public var message: String

  /// Creates an error.
  public init(offset: Int, path: String = "", message: String) {
    self.offset = offset
    self.path = path
    self.message = message
  }

  /// The error on one line: `flags.a: expected a value, found `x` (byte 17)`.
  public var description: String {
    path.isEmpty ? "\(message) (byte \(offset))" : "\(path): \(message) (byte \(offset))"
  }
}

extension JSONError {
  /// The same error seen from the value that holds it.
  func within(_ outer: String) -> JSONError {
    JSONError(offset: offset, path: DocumentPath.joined(outer, path), message: message)
  }
}
