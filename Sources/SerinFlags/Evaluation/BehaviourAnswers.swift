/// What is known of the things that the unit may have done.
///
/// A fact that is not in it is undecided: flags whose answer depends on it have the reason `undecided`.
public struct BehaviourAnswers: Sendable {
  private let answers: [BehaviourFact: Bool]

  /// Nothing is known.
  public static let none = BehaviourAnswers([:])

  /// Creates answers.
  public init(_ answers: [BehaviourFact: Bool]) {
    self.answers = answers
  }

  /// Whether the unit did it; nil when that is not known.
  public subscript(fact: BehaviourFact) -> Bool? { answers[fact] }
}
