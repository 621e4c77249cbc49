/// What must be true for a rule to match.
///
/// Conditions have three values: true, false and unknown. A comparison of an attribute that is absent, null or of
/// another type is unknown; `all`, `any` and `not` follow Kleene; only true matches.
public indirect enum Condition: Sendable, Hashable {
  /// True when all are true, false when one is false, otherwise unknown.
  case all([Condition])
  /// True when one is true, false when all are false, otherwise unknown.
  case any([Condition])
  /// The opposite; unknown stays unknown.
  case not(Condition)
  /// A comparison of one attribute.
  case attribute(AttributeCondition)

  /// The condition as documents write it.
  public var json: JSONValue {
    switch self {
    case .all(let conditions): ["all": .array(conditions.map(\.json))]
    case .any(let conditions): ["any": .array(conditions.map(\.json))]
    case .not(let condition): ["not": condition.json]
    case .attribute(let condition): condition.json
    }
  }
}
