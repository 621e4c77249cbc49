/// Why a document is refused: every problem found in it, in document order.
public struct DocumentError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The problems; never empty, and at most ``maximumIssues`` of them.
  public let issues: [DocumentIssue]

  /// No more problems than this are listed: a document with thousands of them is wrong as a whole.
  public static let maximumIssues = 100

  /// Creates an error of one problem.
  public init(path: String, message: String) {
    issues = [DocumentIssue(path: path, message: message)]
  }

  /// Creates an error, or nil when there are no problems; those beyond the limit are left out.
  public init?(issues: [DocumentIssue]) {
    guard !issues.isEmpty else { return nil }
    self.issues = Array(issues.prefix(Self.maximumIssues))
  }

  /// One line for each problem.
  public var description: String {
    issues.map(\.description).joined(separator: "\n")
  }
}
