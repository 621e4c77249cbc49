extension CompiledFlag {
  /// The answer for a context, decided on its own.
  ///
  /// Flags and segments that this one refers to are unknown here; ``CompiledRuleset/evaluate(_:for:at:facts:)`` knows
  /// them.
  public func evaluate(for context: FlagContext, at now: Timestamp) -> Evaluation {
    outcomes[outcome(for: context, at: now)]
  }

  /// The answer for a context, decided on its own, as an index into ``outcomes``.
  public func outcome(for context: FlagContext, at now: Timestamp) -> Int {
    EvaluationScope.with(context, at: now, engine: .swift, links: nil, facts: .none) { scope in
      Int(FlagCode(self).outcome(in: scope))
    }
  }
}

extension FlagCode {
  /// The index of the answer in a scope.
  @inline(__always)
  func outcome(in scope: EvaluationScope) -> Int32 {
    if view.hasRequirements { return outcomeWithRequirements(in: scope) }
    var tracer = SilentTracer()
    return decideRules(from: 0, scope, &tracer)
  }

  @inline(never)
  private func outcomeWithRequirements(in scope: EvaluationScope) -> Int32 {
    guard let requirements = withFlag({ $0.requirements }) else { return view.fallback }
    guard let links = scope.links, links.number(of: requirements) != nil else {
      return requirements.use.segments.isEmpty ? decided(scope) : requirements.malformed
    }
    links.resolve(requirements.number, in: scope)
    return scope.outcome(ofFlag: requirements.number) - 1
  }

  /// The index of the answer, with everything that it depends on decided before.
  func decided(_ scope: EvaluationScope) -> Int32 {
    var tracer = SilentTracer()
    return decide(scope, &tracer)
  }
}
