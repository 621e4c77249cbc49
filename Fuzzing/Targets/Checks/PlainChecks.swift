import SerinFlags

/// What must hold of answers beside those of the plainest evaluator.
enum PlainChecks {
  /// Compares all answers, with all facts known.
  static func check(
    _ document: RulesetDocument, _ ruleset: CompiledRuleset, for context: FlagContext, at now: Timestamp
  ) throws(FuzzFailure) {
    // It calls itself from flag to flag: a long chain of them is left out.
    guard document.flags.count <= 64 else { return }
    let facts = BehaviourAnswers(
      Dictionary(uniqueKeysWithValues: ruleset.factsNeeded().map { ($0, $0.withinDays.isMultiple(of: 2)) }))
    let plain = PlainEvaluator(document, context, now, facts)
    for evaluation in ruleset.evaluateAll(for: context, at: now, facts: facts).evaluations {
      let expected = plain.evaluation(of: evaluation.key)
      let isSame =
        expected?.reason == evaluation.reason && expected?.isEnabled == evaluation.isEnabled
        && expected?.ruleId.hasSameBytes(as: evaluation.ruleId) == true
        && expected?.variation.hasSameBytes(as: evaluation.variation) == true
      try require(isSame, "decided \(evaluation.json), in the plain way \(AnswerChecks.shown(expected))")
    }
  }
}
