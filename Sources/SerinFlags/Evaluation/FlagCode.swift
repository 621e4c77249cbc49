/// A flag as the evaluator handles it: its plain memory, and itself for what is rarer, without counting references.
///
/// It is valid as long as the flag lives. This is the one place where a flag is decided: prerequisites, then rules in
/// order; the first one that decides wins.
struct FlagCode: BitwiseCopyable {
  let view: ProgramView
  private let flag: Unmanaged<CompiledFlag>

  init(_ flag: CompiledFlag) {
    view = flag.view
    self.flag = .passUnretained(flag)
  }

  /// Calls `body` with the flag.
  @inline(__always)
  func withFlag<Result>(_ body: (CompiledFlag) -> Result) -> Result { flag._withUnsafeGuaranteedRef(body) }

  /// The flag's program, for what its plain memory does not have.
  var program: Program { withFlag { $0.program } }

  /// The index of the answer, with everything that it depends on decided before.
  @inline(__always)
  func decide<Tracer: EvaluationTracer>(_ scope: EvaluationScope, _ tracer: inout Tracer) -> Int32 {
    if view.hasRequirements, let outcome = outcomeBeforeRules(scope, &tracer) { return outcome }
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
      case .none: return view.fallback
      case .undecided: return withFlag { $0.requirements?.undecided } ?? view.fallback
      case .rule(let index):
        if let outcome = outcome(of: view.rules + index, scope, &tracer) { return outcome }
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
    while index < view.ruleCount {
      tracer.enterRule(index)
      let truth = matches(view.rules + index, scope, &tracer)
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
    _ rule: UnsafePointer<CompiledRule>, _ scope: EvaluationScope, _ tracer: inout Tracer
  ) -> TruthRange {
    if Tracer.wantsEverything, rule.pointee.condition >= 0 {
      return truth(at: rule.pointee.condition, scope, &tracer)
    }
    if rule.pointee.condition < 0 { return .yes }
    if let known = scope.truth(ofCondition: rule.pointee.sharedCondition) { return known }
    let truth = conjunction(rule, scope, &tracer)
    scope.setTruth(truth, ofCondition: rule.pointee.sharedCondition)
    return truth
  }

  @inline(__always)
  private func conjunction<Tracer: EvaluationTracer>(
    _ rule: UnsafePointer<CompiledRule>, _ scope: EvaluationScope, _ tracer: inout Tracer
  ) -> TruthRange {
    let view = view
    var result = TruthRange.yes
    var part = rule.pointee.firstPart
    while part < rule.pointee.endOfParts {
      let node = view.nodes + Int(part)
      if node.pointee.kind.isPlain {
        // Plain comparisons have no parts, and are most of what there is.
        let slot = scope.context.slot(of: node.pointee, in: view)
        guard node.plainTruth(of: slot, in: view) == .yes else { return .no }
        part &+= 1
        continue
      }
      result = result.and(truth(at: part, scope, &tracer))
      if !result.mayBeTrue { return result }
      part = node.pointee.end
    }
    return result
  }

  @inline(never)
  private func truth<Tracer: EvaluationTracer>(
    at node: Int32, _ scope: EvaluationScope, _ tracer: inout Tracer
  ) -> TruthRange {
    withFlag { $0.program.truth(at: node, in: view, scope, &tracer) }
  }

  /// What a rule that matches gives, or nil when the next rules are tried.
  @inline(__always)
  func outcome<Tracer: EvaluationTracer>(
    of rule: UnsafePointer<CompiledRule>, _ scope: EvaluationScope, _ tracer: inout Tracer
  ) -> Int32? {
    if rule.pointee.rollout >= 0 {
      let index = Int32(rule.pointee.rollout)
      let draw = view.inclusion(
        index, threshold: rule.pointee.threshold(in: view), deadline: rule.pointee.deadline(in: view), scope,
        of: program)
      if Tracer.wantsEverything {
        tracer.included(withFlag { $0.program.trace(of: draw, index, view, scope) })
      }
      guard draw.isIn else { return rule.pointee.missed < 0 ? nil : rule.pointee.missed }
    }
    guard rule.pointee.outcome < 0 else { return rule.pointee.outcome }
    let number = view.number(view.draws + Int(rule.pointee.split), scope, of: program)
    let outcome = number.flatMap { arm(of: rule, $0) }
    if Tracer.wantsEverything {
      let variation = outcome.map { view.evaluation($0).variation }
      tracer.divided(
        withFlag {
          $0.program.trace(ofSplit: number, Int32(rule.pointee.split), variation: variation, view, scope)
        })
    }
    return outcome ?? (rule.pointee.missed < 0 ? nil : rule.pointee.missed)
  }

  /// The arm that serves a number; numbers behind the last arm are nobody's.
  @inline(__always)
  func arm(of rule: UnsafePointer<CompiledRule>, _ number: UInt64) -> Int32? {
    var arm = view.arms + Int(rule.pointee.firstArm)
    let end = arm + Int(rule.pointee.armCount)
    while arm < end {
      if number < arm.pointee.end { return arm.pointee.outcome }
      arm += 1
    }
    return nil
  }

  /// The outcome that is certain before any rule, or nil when the rules are tried.
  @inline(never)
  private func outcomeBeforeRules<Tracer: EvaluationTracer>(
    _ scope: EvaluationScope, _ tracer: inout Tracer
  ) -> Int32? {
    guard let requirements = withFlag({ $0.requirements }) else { return nil }
    var isUndecided = false
    for index in requirements.prerequisites.indices {
      let prerequisite = requirements.prerequisites[index]
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
