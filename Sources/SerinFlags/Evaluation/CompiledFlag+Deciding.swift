// The one place where a flag is decided: prerequisites, then rules in order; the first one that decides wins.
extension CompiledFlag {
  /// The index of the answer, with everything that it depends on decided before.
  @inline(__always)
  func decide<Tracer: EvaluationTracer>(_ scope: EvaluationScope, _ tracer: inout Tracer) -> Int32 {
    if let requirements, let outcome = outcome(before: requirements, scope, &tracer) { return outcome }
    return decideRules(from: 0, scope, &tracer)
  }

  /// Tries the rules from an index on.
  @inline(__always)
  func decideRules<Tracer: EvaluationTracer>(
    from start: Int, _ scope: EvaluationScope, _ tracer: inout Tracer
  ) -> Int32 {
    var start = start
    while true {
      switch matchedRule(from: start, scope, &tracer) {
      case .none: return fallback
      case .undecided: return requirements?.undecided ?? fallback
      case .rule(let index):
        if let outcome = outcome(of: rules.start + index, scope, &tracer) { return outcome }
        start = index &+ 1
      }
    }
  }

  /// Which rule matches first.
  enum Match {
    case none
    case rule(Int)
    /// It depends on a fact that is not known.
    case undecided
  }

  @inline(__always)
  func matchedRule<Tracer: EvaluationTracer>(
    from start: Int, _ scope: EvaluationScope, _ tracer: inout Tracer
  ) -> Match {
    var index = start
    while index < rules.count {
      tracer.enterRule(index)
      let condition = rules.start[index].condition
      let truth = condition < 0 ? .yes : matches(condition, scope, &tracer)
      tracer.leaveConditions(truth)
      if truth == .yes { return .rule(index) }
      if !truth.isDecided, truth.mayBeTrue { return .undecided }
      index &+= 1
    }
    return .none
  }

  /// Whether a rule's condition holds.
  ///
  /// Most conditions are an `all` of comparisons, which ends with the first one that is not true: only true matters here.
  @inline(__always)
  private func matches<Tracer: EvaluationTracer>(
    _ condition: Int32, _ scope: EvaluationScope, _ tracer: inout Tracer
  ) -> TruthRange {
    let node = view.nodes + Int(condition)
    guard node.pointee.kind == .all, !Tracer.wantsEverything else {
      return program.truth(at: condition, in: view, scope, &tracer)
    }
    var result = TruthRange.yes
    var part = condition &+ 1
    while part < node.pointee.end {
      result = result.and(program.truth(at: part, in: view, scope, &tracer))
      if !result.mayBeTrue { return result }
      part = view.nodes[Int(part)].end
    }
    return result
  }

  /// What a rule that matches gives, or nil when the next rules are tried.
  @inline(__always)
  func outcome<Tracer: EvaluationTracer>(
    of rule: UnsafePointer<CompiledRule>, _ scope: EvaluationScope, _ tracer: inout Tracer
  ) -> Int32? {
    if rule.pointee.rollout >= 0 {
      let draw = program.inclusion(
        rule.pointee.rollout, threshold: rule.pointee.threshold, deadline: rule.pointee.deadline, in: view, scope)
      if Tracer.wantsEverything { tracer.included(program.trace(of: draw, rule.pointee.rollout, view, scope)) }
      guard draw.isIn else { return rule.pointee.missed < 0 ? nil : rule.pointee.missed }
    }
    guard rule.pointee.outcome < 0 else { return rule.pointee.outcome }
    let number = program.number(view.draws + Int(rule.pointee.split), in: view, scope)
    let outcome = number.flatMap { arm(of: rule, $0) }
    if Tracer.wantsEverything {
      let variation = outcome.map { outcomes[Int($0)].variation }
      tracer.divided(program.trace(ofSplit: number, rule.pointee.split, variation: variation, view, scope))
    }
    return outcome ?? (rule.pointee.missed < 0 ? nil : rule.pointee.missed)
  }

  /// The arm that serves a number; numbers behind the last arm are nobody's.
  @inline(__always)
  func arm(of rule: UnsafePointer<CompiledRule>, _ number: UInt64) -> Int32? {
    var arm = arms.start + Int(rule.pointee.firstArm)
    let end = arm + Int(rule.pointee.armCount)
    while arm < end {
      if number < arm.pointee.end { return arm.pointee.outcome }
      arm += 1
    }
    return nil
  }

  /// The outcome that is certain before any rule, or nil when the rules are tried.
  @inline(never)
  private func outcome<Tracer: EvaluationTracer>(
    before requirements: FlagRequirements, _ scope: EvaluationScope, _ tracer: inout Tracer
  ) -> Int32? {
    var isUndecided = false
    for (index, prerequisite) in requirements.prerequisites.enumerated() {
      let evaluation = scope.links?.answer(ofFlag: prerequisite.flag, in: scope)
      var isMet: Bool? = false
      if let evaluation {
        switch evaluation.reason {
        case .malformed: isMet = false
        case .undecided: isMet = nil
        default: isMet = prerequisite.requirement.isMet(by: evaluation)
        }
      }
      tracer.required(index, evaluation, isMet)
      if isMet == false { return requirements.prerequisiteFailed }
      if isMet == nil { isUndecided = true }
    }
    return isUndecided ? requirements.undecided : nil
  }
}

extension Prerequisite.Requirement {
  /// Whether an answer is what is required.
  func isMet(by evaluation: Evaluation) -> Bool {
    switch self {
    case .enabled(let isEnabled): evaluation.isEnabled == isEnabled
    case .serves(let variation): evaluation.variation.hasSameBytes(as: variation)
    }
  }
}
