import SerinFlags

/// What must hold of answers that depend on what the unit has done.
enum FactChecks {
  /// What is decided without knowing the facts is decided so whatever they are, and with all of them nothing is open.
  static func check(
    _ ruleset: CompiledRuleset, _ answer: RulesetAnswer, for context: FlagContext, at now: Timestamp,
    _ effort: Effort
  ) throws(FuzzFailure) {
    let needed = ruleset.factsNeeded()
    guard !needed.isEmpty else { return }
    let facts = needed.sorted { $0.json.text() < $1.json.text() }
    // All combinations of the first three facts; the others follow them.
    for combination in effort == .all ? 0...7 : 2...3 {
      let known = facts.enumerated().map { ($1, combination >> ($0 % 3) & 1 == 1) }
      let answers = BehaviourAnswers(Dictionary(known) { first, _ in first })
      let complete = ruleset.evaluateAll(for: context, at: now, facts: answers)
      try require(complete.missingFacts.isEmpty && !complete.isPartial, "something is open though all facts are known")
      for (full, partial) in zip(complete.evaluations, answer.evaluations) where partial.reason != .undecided {
        try require(full == partial, "without facts \(partial.json), with them \(full.json)")
      }
      for (key, evaluation) in zip(ruleset.keys, complete.evaluations) {
        let alone = ruleset.evaluate(key, for: context, at: now, facts: answers)
        try require(alone == evaluation, "with facts together \(evaluation.json), alone \(AnswerChecks.shown(alone))")
        let explained = ruleset.explain(key, for: context, at: now, facts: answers)?.evaluation
        try require(
          explained == evaluation, "with facts \(evaluation.json), explained \(AnswerChecks.shown(explained))")
      }
    }
  }
}
