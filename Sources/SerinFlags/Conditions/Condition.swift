/// What must be true for a rule to match.
///
/// Conditions have three values: true, false and unknown. A comparison of an attribute that is absent, null or of
/// another type is unknown; `all`, `any` and `not` follow Kleene; only true matches.
public indirect enum Condition: DocumentPart {
  /// True when all are true, false when one is false, otherwise unknown.
  case all([Condition])
  /// True when one is true, false when all are false, otherwise unknown.
  case any([Condition])
  /// The opposite; unknown stays unknown.
  case not(Condition)
  /// A comparison of one attribute.
  case attribute(AttributeCondition)
  /// What the segment of this key comes to.
  case segment(String)
  /// Whether a percentage includes the unit.
  ///
  /// 0 is false and 100 is true for everybody; in between it is unknown without a unit. ``Rollout/otherwise`` has no
  /// meaning here.
  case percent(Rollout)
  /// Whether the flag of this key serves this variation for the same context; unknown when there is no such flag or it is
  /// malformed.
  case flag(String, serves: String)
  /// How the time of the evaluation compares with an instant.
  case now(TimeRelation, Timestamp)
  /// Whether the unit is one of a few ids; only in segments.
  case list(IDCondition)
  /// Whether the unit is in a long list that is kept beside the document; only in segments.
  case listed(ListReference)
  /// Whether the unit has done something; only in segments.
  case behaviour(BehaviourFact)

  /// The condition as documents write it.
  public var json: JSONValue {
    switch self {
    case .all(let conditions): ["all": .array(conditions.map(\.json))]
    case .any(let conditions): ["any": .array(conditions.map(\.json))]
    case .not(let condition): ["not": condition.json]
    case .attribute(let condition): condition.json
    case .segment(let key): ["segment": .string(key)]
    case .percent(let rollout): ["percent": rollout.json]
    case .flag(let key, let variation): ["flag": .string(key), "serves": .string(variation)]
    case .now(let relation, let instant): ["now": .string(relation.rawValue), "instant": .string("\(instant)")]
    case .list(let condition): condition.json
    case .listed(let reference): reference.json
    case .behaviour(let fact): ["behaviour": fact.json]
    }
  }
}

/// How the time of an evaluation compares with an instant.
///
/// (For an attribute `after` is strict, as every other comparison of that kind; see ``ConditionOperator/after``.)
public enum TimeRelation: String, Sendable, Hashable, CaseIterable {
  /// It is earlier.
  case before
  /// It is the instant itself or later, so that exactly one of the two relations holds.
  case after
}
