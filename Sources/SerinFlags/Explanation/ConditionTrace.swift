/// What a condition came to, and why.
public indirect enum ConditionTrace: Sendable, Hashable {
  /// Several conditions, or a negated one.
  case group(Group, parts: [ConditionTrace], truth: Truth)
  /// The comparison of one attribute; the actual value is nil when the attribute is absent.
  case comparison(Condition, actual: JSONValue?, truth: Truth)
  /// A segment with its conditions; they are nil when the segment was decided, and shown, before.
  case segment(String, ConditionTrace?, truth: Truth)
  /// A percentage with its draw.
  case percent(Condition, DrawTrace, truth: Truth)
  /// Any other condition.
  case other(Condition, truth: Truth, isDecided: Bool)

  /// How conditions are combined.
  public enum Group: String, Sendable, Hashable {
    /// All must hold.
    case all
    /// One must hold.
    case any
    /// It must not hold.
    case not
  }

  /// The result; what is not decided counts as unknown.
  public var truth: Truth {
    switch self {
    case .group(_, _, let truth), .comparison(_, _, let truth), .segment(_, _, let truth), .percent(_, _, let truth),
      .other(_, let truth, _):
      truth
    }
  }
}
