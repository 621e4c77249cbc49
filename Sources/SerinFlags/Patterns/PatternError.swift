/// Why a text is not a pattern.
public struct PatternError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Where in the pattern, in bytes of UTF-8 from its start.
  public var offset: Int
  /// What is wrong, and what is allowed instead.
  public var message: String

  /// Creates an error.
  public init(offset: Int, message: String) {
    self.offset = offset
    self.message = message
  }

  /// The error on one line: `the group is not closed: `)` is missing (byte 3)`.
  public var description: String { "\(message) (byte \(offset))" }
}
