/// The three values of a condition.
public enum Truth: UInt8, Sendable, Hashable, CaseIterable {
  // The raw values are ordered so that Kleene's "all" is the least and "any" the greatest of the parts.

  /// It does not hold.
  case no = 0
  /// It cannot be said, for example because an attribute is absent.
  case unknown = 1
  /// It holds.
  case yes = 2

  /// Creates yes or no.
  public init(_ value: Bool) {
    self = value ? .yes : .no
  }

  /// The opposite; unknown stays unknown.
  public var negated: Truth {
    switch self {
    case .no: .yes
    case .unknown: .unknown
    case .yes: .no
    }
  }

  /// The value in words: `true`, `false`, `unknown`.
  public var word: String {
    switch self {
    case .no: "false"
    case .unknown: "unknown"
    case .yes: "true"
    }
  }
}
