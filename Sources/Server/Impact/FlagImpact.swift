import SerinFlags

/// What a change does to the answers of one flag over a sample of contexts.
struct FlagImpact: Sendable {
  /// One answer that becomes another one.
  struct Transition: Sendable {
    /// The answer before; nil when there is no such flag.
    let from: ImpactAnswer?
    /// The answer after; nil when there is no such flag any more.
    let to: ImpactAnswer?
    /// For how many contexts.
    var count: Int
    /// The places of the first of them in the sample.
    var examples: [Int]
  }

  /// How many contexts stand for a transition.
  static let maximumExamples = 3

  let key: String
  /// Whether the change writes the flag itself; else it depends on something that is written.
  let isWritten: Bool
  private(set) var changed = 0
  private(set) var unchanged = 0
  /// For how many contexts the answer before or after depends on what is not known here: what a user did.
  private(set) var undecided = 0
  /// The answers that become others, the most frequent first.
  private(set) var transitions: [Transition] = []

  /// Evaluates one flag for every context before and after.
  ///
  /// - Parameter changedContexts: Gets the places of the contexts for which the answer changes.
  init(
    _ key: String, isWritten: Bool, _ contexts: [FlagContext], before: CompiledRuleset, after: CompiledRuleset,
    at instant: Timestamp, changedContexts: inout Set<Int>
  ) {
    self.key = key
    self.isWritten = isWritten
    let old = Side(key, before)
    let new = Side(key, after)
    var verdicts: [Pair: Int] = [:]
    var places: [[ImpactAnswer?]: Int] = [:]
    for (place, context) in contexts.enumerated() {
      let pair = Pair(old: old.outcome(context, instant), new: new.outcome(context, instant))
      // Few pairs of outcomes come again and again, so answers are compared once for each.
      let verdict = verdicts[pair] ?? verdict(of: pair, old, new, &places)
      verdicts[pair] = verdict
      switch verdict {
      case Self.isUndecided: undecided += 1
      case Self.isUnchanged: unchanged += 1
      default:
        changed += 1
        changedContexts.insert(place)
        transitions[verdict].count += 1
        if transitions[verdict].examples.count < Self.maximumExamples { transitions[verdict].examples.append(place) }
      }
    }
    transitions.sort { $0.count > $1.count }
  }

  private static let isUndecided = -1
  private static let isUnchanged = -2

  /// The place of the transition of two outcomes, or what else they mean.
  private mutating func verdict(
    of pair: Pair, _ old: Side, _ new: Side, _ places: inout [[ImpactAnswer?]: Int]
  ) -> Int {
    let from = old.evaluation(pair.old)
    let to = new.evaluation(pair.new)
    guard from?.reason != .undecided, to?.reason != .undecided else { return Self.isUndecided }
    let answers = [from.map(ImpactAnswer.init), to.map(ImpactAnswer.init)]
    guard answers[0] != answers[1] else { return Self.isUnchanged }
    if let place = places[answers] { return place }
    places[answers] = transitions.count
    transitions.append(Transition(from: answers[0], to: answers[1], count: 0, examples: []))
    return transitions.count - 1
  }

  /// The outcomes of one context, by their numbers; nil where there is no flag.
  private struct Pair: Hashable {
    let old: Int?
    let new: Int?
  }

  /// The flag in one of both rulesets.
  private struct Side {
    let ruleset: CompiledRuleset
    let flag: CompiledFlag?

    init(_ key: String, _ ruleset: CompiledRuleset) {
      self.ruleset = ruleset
      flag = ruleset[key]
    }

    func outcome(_ context: FlagContext, _ instant: Timestamp) -> Int? {
      flag.map { ruleset.outcome(of: $0, for: context, at: instant) }
    }

    func evaluation(_ outcome: Int?) -> Evaluation? { outcome.flatMap { flag?.outcomes[$0] } }
  }
}
