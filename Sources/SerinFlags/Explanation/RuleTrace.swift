/// What became of one rule in an evaluation.
public struct RuleTrace: Sendable, Hashable {
  /// The rule's id.
  public var id: String
  /// What people call it.
  public var name: String?
  /// Whether its conditions hold.
  public var result: Result
  /// The conditions, all of them decided; nil when the rule has none or was not reached.
  public var condition: ConditionTrace?
  /// How its percentage came out; nil when it has none or did not match.
  public var rollout: DrawTrace?
  /// How its split came out; nil when it has none or the unit was not let in.
  public var split: SplitTrace?

  /// Whether a rule's conditions hold.
  public enum Result: String, Sendable, Hashable, CaseIterable {
    /// They hold. With a percentage, this does not yet say that the unit is in.
    case matched
    /// They do not hold.
    case notMatched
    /// It cannot be said, so the rule does not match.
    case unknown
    /// It depends on something that could not be read in time.
    case undecided
    /// An earlier rule or a prerequisite decided, or the flag is killed.
    case notReached

    init(_ truth: Truth) {
      switch truth {
      case .yes: self = .matched
      case .no: self = .notMatched
      case .unknown: self = .unknown
      }
    }
  }
}
