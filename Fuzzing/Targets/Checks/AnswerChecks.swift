import SerinFlags

/// What must hold of the answers of a ruleset for one context.
enum AnswerChecks {
  /// Checks that every way of deciding gives the same answers, and gives them.
  static func check(
    _ ruleset: CompiledRuleset, for context: FlagContext, at now: Timestamp, _ effort: Effort
  ) throws(FuzzFailure) -> RulesetAnswer {
    let answer = ruleset.evaluateAll(for: context, at: now)
    let keys = ruleset.keys
    try require(answer.evaluations.count == keys.count, "\(answer.evaluations.count) answers for \(keys.count) flags")
    for (evaluation, key) in zip(answer.evaluations, keys) {
      try require(evaluation.key.hasSameBytes(as: key), "the answer of \(key) is that of \(evaluation.key)")
      guard let flag = ruleset[key] else { throw FuzzFailure("there is no flag \(key)") }
      let alone = ruleset.evaluate(key, for: context, at: now)
      try require(alone == evaluation, "\(key): together \(evaluation.json), alone \(shown(alone))")
      let explanation = ruleset.explain(flag, for: context, at: now)
      let explained = explanation.evaluation
      try require(explained == evaluation, "\(key): decided \(evaluation.json), explained \(explained.json)")
      try checkExplanation(explanation, effort)
      try check(evaluation, of: flag, in: ruleset)
    }
    try require(answer.missingFacts.allSatisfy(ruleset.factsNeeded().contains), "a fact is missing that nobody needs")
    try require(!answer.isPartial || !answer.missingFacts.isEmpty, "flags are undecided without a missing fact")
    return answer
  }

  private static func check(
    _ evaluation: Evaluation, of flag: CompiledFlag, in ruleset: CompiledRuleset
  ) throws(FuzzFailure) {
    func shown() -> String { "\(flag.key): \(evaluation.json)" }
    if flag.isKilled {
      try require(evaluation.reason == .killed && !evaluation.isEnabled && evaluation.ruleId.isEmpty, shown())
      return
    }
    let isBroken = !ruleset.issues(of: flag).isEmpty
    try require((evaluation.reason == .malformed) == isBroken, "\(shown()) with \(ruleset.issues(of: flag))")
    if [.malformed, .undecided, .cycle, .prerequisiteFailed].contains(evaluation.reason), evaluation.isEnabled {
      // Only a reader's document may have an enabled variation as its off variation.
      try require(flag.outcomes.contains { $0.isEnabled && $0.reason == evaluation.reason }, shown())
      try require(evaluation.reason != .malformed && evaluation.reason != .undecided, shown())
    }
    if !evaluation.isEnabled, evaluation.reason != .malformed {
      let off = flag.outcomes.first { !$0.isEnabled && $0.reason != .malformed && $0.reason != .undecided }
      try require(
        evaluation.reason == .undecided || off?.properties == evaluation.properties, "\(shown()) is not default")
    }
  }

  /// The words of an explanation come out, and at most one rule decides.
  private static func checkExplanation(_ explanation: Explanation, _ effort: Effort) throws(FuzzFailure) {
    if effort == .all {
      _ = explanation.json.serialized()
      _ = "\(explanation)"
    }
    guard explanation.evaluation.reason == .ruleMatched else { return }
    let last = explanation.rules.last { $0.result != .notReached }
    try require(last?.result == .matched, "a rule decided, and the last that was tried is \(String(describing: last))")
    let id = explanation.evaluation.ruleId
    try require(last?.id.hasSameBytes(as: id) == true, "\(id) decided, and the last tried is another")
  }

  static func shown(_ evaluation: Evaluation?) -> String {
    evaluation.map { $0.json.text() } ?? "nothing"
  }
}
