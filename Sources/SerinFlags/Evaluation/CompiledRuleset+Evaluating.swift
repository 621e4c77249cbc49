extension CompiledRuleset {
  /// The answer of one flag, or nil when it is unknown or archived.
  ///
  /// - Parameters:
  ///   - key: The flag's key.
  ///   - context: Who is asking.
  ///   - now: The time, for deadlines and conditions that look at it.
  ///   - facts: What is known of the unit's behaviour.
  public func evaluate(
    _ key: String, for context: FlagContext, at now: Timestamp, facts: BehaviourAnswers = .none
  ) -> Evaluation? {
    flags.withCode(forKey: key) { code in
      code.view.prefetch(engine)
      return code.view.evaluation(outcome(of: code, for: context, at: now, facts: facts))
    }
  }

  /// The answer of one of this ruleset's flags, as an index into its outcomes.
  package func outcome(
    of flag: CompiledFlag, for context: FlagContext, at now: Timestamp, facts: BehaviourAnswers = .none
  ) -> Int {
    Int(outcome(of: FlagCode(flag), for: context, at: now, facts: facts))
  }

  @inline(__always)
  private func outcome(
    of code: FlagCode, for context: FlagContext, at now: Timestamp, facts: BehaviourAnswers
  ) -> Int32 {
    // A flag that looks at nothing else needs no room for what others come to.
    let links = code.view.hasRequirements ? self.links : nil
    return EvaluationScope.with(context, at: now, engine: engine, links: links, facts: facts) { scope in
      if flags.count > Self.cachedFlags { code.view.prefetchOutcomes(engine) }
      return code.outcome(in: scope)
    }
  }

  /// The answers of about so many flags stay in a processor's caches, so that asking for them ahead gains nothing.
  private static var cachedFlags: Int { 1_000 }

  /// The answers of all flags, in the order of their keys' bytes.
  public func evaluateAll(
    for context: FlagContext, at now: Timestamp, facts: BehaviourAnswers = .none
  ) -> RulesetAnswer {
    var answer = RulesetAnswer()
    answer.evaluations.reserveCapacity(flags.count)
    answer.missingFacts = forEachOutcome(for: context, at: now, facts: facts) { flag, outcome in
      answer.evaluations.append(flag.outcomes[outcome])
    }
    return answer
  }

  /// Decides every flag in the order of the keys' bytes, and gives the facts that were asked for in vain.
  @inline(__always)
  package func forEachOutcome(
    for context: FlagContext, at now: Timestamp, facts: BehaviourAnswers = .none,
    _ body: (CompiledFlag, Int) -> Void
  ) -> [BehaviourFact] {
    EvaluationScope.with(
      context, at: now, engine: engine, links: links, facts: facts, conditionCount: conditionCount
    ) { scope in
      DrawBatch.with(scope) { batch in
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: DrawBatch.capacity) { outcomes in
          guard let outcomes = outcomes.baseAddress else { return }
          flags.forEachRun(ofAtMost: DrawBatch.capacity) { run in
            batch.decide(run, into: outcomes)
            for place in 0..<run.count {
              run[place].withFlag { body($0, Int(outcomes[place])) }
            }
          }
        }
      }
      return scope.missingFacts
    }
  }

  /// The number of instants that have passed, of those at which answers change.
  ///
  /// Two evaluations of the same revision and context in the same time epoch give the same answers.
  public func timeEpoch(at now: Timestamp) -> Int {
    var low = 0
    var high = instants.count
    while low < high {
      let middle = (low + high) / 2
      if instants[middle] <= now.microseconds { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The facts that the answers of some flags may depend on; of all flags when none are named.
  public func factsNeeded(by keys: [String]? = nil) -> Set<BehaviourFact> {
    guard let links else { return [] }
    let flags = keys.map { $0.compactMap { self[$0] } } ?? self.flags.map(\.value.flag)
    let numbers = flags.compactMap { $0.requirements.flatMap(links.number) }
    return Set(numbers.flatMap { links.neededFacts[$0] }.map { links.facts[Int($0)] })
  }

  /// What is wrong with a flag in this ruleset: its own document, or a segment that it uses.
  public func issues(of flag: CompiledFlag) -> [DocumentIssue] {
    guard flag.issues.isEmpty, let requirements = flag.requirements, let links,
      let number = links.number(of: requirements), case .malformed(let issues) = links.states[number]
    else { return flag.issues }
    return issues
  }
}

/// The answers of all flags for one context.
public struct RulesetAnswer: Sendable {
  /// The answers, in the order of their keys' bytes.
  public var evaluations: [Evaluation] = []
  /// The facts that were needed and not known.
  public var missingFacts: [BehaviourFact] = []

  /// The keys of the flags that could not be decided because of them.
  public var undecidedKeys: [String] {
    evaluations.filter { $0.reason == .undecided }.map(\.key)
  }

  /// Whether some flag could not be decided.
  public var isPartial: Bool { evaluations.contains { $0.reason == .undecided } }
}
