/// Why a flag answers what it answers.
public struct Explanation: Sendable, Hashable {
  /// The flag's key.
  public var flag: String
  /// The answer; the same that ``CompiledRuleset/evaluate(_:for:at:facts:)`` gives.
  public var evaluation: Evaluation
  /// What is wrong with the flag's document, or with a segment that it uses; empty when all is sound.
  public var issues: [DocumentIssue]
  /// Every prerequisite in its order.
  public var prerequisites: [PrerequisiteTrace]
  /// Every rule in its order, those that were not reached included.
  public var rules: [RuleTrace]
}

extension CompiledRuleset {
  /// Decides a flag for a context and tells how, or gives nil when it is unknown or archived.
  ///
  /// It runs the same code as ``evaluate(_:for:at:facts:)``, with another tracer, so the two never disagree.
  public func explain(
    _ key: String, for context: FlagContext, at now: Timestamp, facts: BehaviourAnswers = .none
  ) -> Explanation? {
    self[key].map { explain($0, for: context, at: now, facts: facts) }
  }

  /// Decides one of this ruleset's flags for a context and tells how.
  package func explain(
    _ flag: CompiledFlag, for context: FlagContext, at now: Timestamp, facts: BehaviourAnswers = .none
  ) -> Explanation {
    EvaluationScope.with(context, at: now, engine: engine, links: links, facts: facts) { scope in
      var explanation = flag.explanation(in: scope)
      explanation.issues = issues(of: flag)
      return explanation
    }
  }
}

extension CompiledFlag {
  /// Decides the flag on its own for a context and tells how; see ``evaluate(for:at:)``.
  public func explain(for context: FlagContext, at now: Timestamp) -> Explanation {
    EvaluationScope.with(context, at: now, engine: .swift, links: nil, facts: .none) { explanation(in: $0) }
  }

  func explanation(in scope: EvaluationScope) -> Explanation {
    var tracer = ExplanationTracer(flag: self)
    let outcome = tracedOutcome(in: scope, &tracer)
    return Explanation(
      flag: key, evaluation: outcomes[Int(outcome)], issues: issues, prerequisites: tracer.prerequisites,
      rules: tracer.rules)
  }

  private func tracedOutcome(in scope: EvaluationScope, _ tracer: inout ExplanationTracer) -> Int32 {
    guard let requirements else { return FlagCode(self).decide(scope, &tracer) }
    guard let links = scope.links, let number = links.number(of: requirements) else {
      return requirements.use.segments.isEmpty ? FlagCode(self).decide(scope, &tracer) : requirements.malformed
    }
    switch links.states[number] {
    case .cycle: return requirements.cycle
    case .malformed: return requirements.malformed
    case .sound: break
    }
    // The others are decided first, untraced; this flag's segments are shown where they are met.
    for dependency in links.dependencies[number] { links.resolve(dependency, in: scope) }
    scope.forgetSegments()
    return FlagCode(self).decide(scope, &tracer)
  }
}
