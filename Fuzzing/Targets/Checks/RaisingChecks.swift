import SerinFlags

/// What must hold when a percentage is raised: it only adds.
enum RaisingChecks {
  /// Raises the percentage of every rule by itself; with little effort only that of the first.
  static func check(
    _ document: RulesetDocument, _ ruleset: CompiledRuleset, for contexts: [FlagContext], at now: Timestamp,
    _ effort: Effort
  ) throws(FuzzFailure) {
    for entry in document.flags {
      guard let definition = entry.definition, !definition.isArchived,
        Set(definition.rules.map { ExactString($0.id) }).count == definition.rules.count
      else { continue }
      for (index, rule) in definition.rules.enumerated() {
        guard let percent = rule.rollout?.percent, percent < .everybody else { continue }
        var raised = definition
        raised.rules[index].rollout?.percent = Percentage(clamping: (percent.percent + 1) * 1.75)
        var other = ruleset
        other.apply([.flag(FlagEntry(raised))])
        for context in contexts {
          try check(entry.key, ruleset, other, rule.id, context, now)
        }
        if effort == .little { return }
      }
    }
  }

  /// Whoever had the rule keeps its answer, and whoever has another answer now has it from that rule.
  private static func check(
    _ key: String, _ ruleset: CompiledRuleset, _ raised: CompiledRuleset, _ rule: String, _ context: FlagContext,
    _ now: Timestamp
  ) throws(FuzzFailure) {
    guard let before = ruleset.evaluate(key, for: context, at: now),
      let after = raised.evaluate(key, for: context, at: now)
    else { throw FuzzFailure("\(key) has no answer") }
    guard before != after else { return }
    let shown = "raising \(rule) of \(key) for \(context.json): \(before.json) becomes \(after.json)"
    try require(after.ruleId.hasSameBytes(as: rule) && after.reason == .ruleMatched, shown)
    try require(!(before.ruleId.hasSameBytes(as: rule) && before.reason == .ruleMatched), shown)
  }
}
