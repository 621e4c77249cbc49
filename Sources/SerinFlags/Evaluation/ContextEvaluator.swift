/// Decides flags for one context that was laid out once.
///
/// It is valid only inside the call of ``CompiledRuleset/withEvaluator(for:at:facts:_:)`` and on its thread. What other
/// flags and segments come to is decided once for all the flags that ask.
public struct ContextEvaluator: ~Copyable {
  private let flags: KeyedTable<FlagSlot>
  private let scope: EvaluationScope

  init(flags: KeyedTable<FlagSlot>, scope: EvaluationScope) {
    self.flags = flags
    self.scope = scope
  }

  /// The answer of one flag, or nil when it is unknown or archived.
  public func evaluate(_ key: String) -> Evaluation? {
    flags.withCode(forKey: key) { $0.view.evaluation($0.outcome(in: scope)) }
  }

  /// The answer of one of the ruleset's flags, as an index into its outcomes.
  @inline(__always)
  package func outcome(of flag: CompiledFlag) -> Int {
    Int(FlagCode(flag).outcome(in: scope))
  }

  /// The facts that were needed so far and not known.
  public var missingFacts: [BehaviourFact] { scope.missingFacts }
}

extension CompiledRuleset {
  /// Lays a context out once for any number of flags, and calls `body` with what decides them.
  ///
  /// - Parameters:
  ///   - context: Who is asking.
  ///   - now: The time, for deadlines and conditions that look at it.
  ///   - facts: What is known of the unit's behaviour.
  ///   - body: Asks for flags.
  public func withEvaluator<Result>(
    for context: FlagContext, at now: Timestamp, facts: BehaviourAnswers = .none,
    _ body: (borrowing ContextEvaluator) -> Result
  ) -> Result {
    EvaluationScope.with(
      context, at: now, engine: engine, links: links, facts: facts, conditionCount: conditionCount
    ) { scope in
      body(ContextEvaluator(flags: flags, scope: scope))
    }
  }
}
