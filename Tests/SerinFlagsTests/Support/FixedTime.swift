import SerinFlags

// Tests that are not about time decide everything at one instant.
extension CompiledFlag {
  static let testTime = Timestamp(microseconds: 1_800_000_000_000_000)

  func evaluate(for context: FlagContext) -> Evaluation { evaluate(for: context, at: Self.testTime) }

  func outcome(for context: FlagContext) -> Int { outcome(for: context, at: Self.testTime) }

  func explain(for context: FlagContext) -> Explanation { explain(for: context, at: Self.testTime) }
}

extension CompiledRuleset {
  func evaluate(_ key: String, for context: FlagContext) -> Evaluation? {
    evaluate(key, for: context, at: CompiledFlag.testTime)
  }

  func evaluateAll(for context: FlagContext) -> [Evaluation] {
    evaluateAll(for: context, at: CompiledFlag.testTime).evaluations
  }

  func explain(_ key: String, for context: FlagContext) -> Explanation? {
    explain(key, for: context, at: CompiledFlag.testTime)
  }
}
