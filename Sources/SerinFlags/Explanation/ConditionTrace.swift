/// What a condition came to, and why.
public indirect enum ConditionTrace: Sendable, Hashable {
  /// Several conditions, or a negated one.
  case group(Group, parts: [ConditionTrace], truth: Truth)
  /// The comparison of one attribute; the actual value is nil when the attribute is absent.
  case comparison(AttributeCondition, actual: JSONValue?, truth: Truth)

  /// How conditions are combined.
  public enum Group: String, Sendable, Hashable {
    /// All must hold.
    case all
    /// One must hold.
    case any
    /// It must not hold.
    case not
  }

  /// The result.
  public var truth: Truth {
    switch self {
    case .group(_, _, let truth), .comparison(_, _, let truth): truth
    }
  }
}
