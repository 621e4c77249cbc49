/// One thing that is wrong in a document.
public struct DocumentIssue: Sendable, Hashable, CustomStringConvertible {
  /// Where: `flags.new_checkout.rules[1].rollout.percent`; empty when it concerns the whole document.
  public var path: String
  /// What is wrong and what is allowed: `120 is not between 0 and 100`.
  public var message: String

  /// Creates an issue.
  public init(path: String, message: String) {
    self.path = path
    self.message = message
  }

  /// Path and message on one line.
  public var description: String {
    path.isEmpty ? message : "\(path): \(message)"
  }
}
