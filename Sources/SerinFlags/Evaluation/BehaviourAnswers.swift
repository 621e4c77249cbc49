/// What is known of the things that the unit may have done.
///
/// A fact that is not in it is undecided: flags whose answer depends on it have the reason `undecided`.
public struct BehaviourAnswers: Sendable {
  /// Nil for nothing, so that a plain evaluation has nothing to count references of.
  private let answers: [BehaviourFact: Bool]?

  /// Nothing is known.
  public static var none: BehaviourAnswers { BehaviourAnswers() }

  private init() {
    answers = nil
  }

  /// Creates answers.
  public init(_ answers: [BehaviourFact: Bool]) {
    self.answers = answers
  }

  /// Whether the unit did it; nil when that is not known.
  public subscript(fact: BehaviourFact) -> Bool? { answers?[fact] }
}
