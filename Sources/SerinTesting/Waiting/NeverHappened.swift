/// What did not come about in time.
public struct NeverHappened: Error, CustomStringConvertible {
  /// What was waited for.
  public let description: String

  /// Creates an error.
  public init(description: String) {
    self.description = description
  }
}
