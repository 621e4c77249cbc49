import SerinFlags

/// What a condition comes to when everything that it looks at is known while a document is read.
enum StaticTruth {
  /// Whether a condition is true of some attributes, by Serin's own evaluator.
  static func holds(_ formula: Formula, of attributes: JSONObject) -> Bool {
    switch formula {
    case .always: return true
    case .never: return false
    case .condition(let condition):
      let rule = RuleDefinition(id: "r_00000000", when: condition, serve: .variation("on"))
      let flag = FlagDefinition(key: "condition", kind: .release, off: "off", rules: [rule])
      let ruleset = CompiledRuleset(RulesetDocument(flags: [FlagEntry(flag)]))
      let context = FlagContext(attributes: attributes)
      return ruleset.evaluate("condition", for: context, at: Timestamp(microseconds: 0))?.isEnabled == true
    }
  }
}
