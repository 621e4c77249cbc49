/// Writes down what the evaluator does.
struct ExplanationTracer: EvaluationTracer {
  static let wantsEverything = true

  private(set) var prerequisites: [PrerequisiteTrace]
  private(set) var rules: [RuleTrace]
  private var current = 0
  /// The groups and segments that are not finished; the first list is the rule's own condition.
  private var open: [(kind: Open, parts: [ConditionTrace])] = []

  private enum Open {
    case rule
    case group(ConditionTrace.Group)
    case segment(String)
  }

  init(flag: CompiledFlag) {
    prerequisites = flag.prerequisiteDefinitions.map(PrerequisiteTrace.init)
    rules = flag.ruleDefinitions.map { RuleTrace(id: $0.id, name: $0.name, result: .notReached) }
  }

  mutating func required(_ index: Int, _ evaluation: Evaluation?, _ isMet: Bool?) {
    prerequisites[index].isMet = isMet
    guard let evaluation else { return }
    prerequisites[index].reason = evaluation.reason
    prerequisites[index].isEnabled = evaluation.isEnabled
    prerequisites[index].variation = evaluation.variation.isEmpty ? nil : evaluation.variation
  }

  mutating func enterRule(_ index: Int) {
    current = index
    open = [(kind: .rule, parts: [])]
  }

  mutating func leaveConditions(_ truth: TruthRange) {
    rules[current].result = truth.isDecided ? RuleTrace.Result(truth.truth) : .undecided
    // What can no longer become true does not match, whatever the rest turns out to be.
    if !truth.isDecided, !truth.mayBeTrue { rules[current].result = .notMatched }
    rules[current].condition = open.first?.parts.first
  }

  mutating func enter(_ group: ConditionTrace.Group) {
    open.append((kind: .group(group), parts: []))
  }

  mutating func leave(_ truth: TruthRange) {
    guard let finished = open.popLast(), case .group(let group) = finished.kind else { return }
    add(.group(group, parts: finished.parts, truth: truth.truth))
  }

  mutating func enterSegment(_ source: Condition?) {
    guard case .segment(let key)? = source else { return }
    open.append((kind: .segment(key), parts: []))
  }

  mutating func leaveSegment(_ truth: TruthRange) {
    guard let finished = open.popLast(), case .segment(let key) = finished.kind else { return }
    add(.segment(key, finished.parts.first, truth: truth.truth))
  }

  mutating func compared(_ source: Condition?, _ value: JSONValue?, _ truth: Truth) {
    guard let source else { return }
    add(.comparison(source, actual: value, truth: truth))
  }

  mutating func decided(_ source: Condition?, _ truth: TruthRange, draw: DrawTrace?) {
    guard let source else { return }
    if let draw {
      add(.percent(source, draw, truth: truth.truth))
    } else if case .segment(let key) = source {
      add(.segment(key, nil, truth: truth.truth))
    } else {
      add(.other(source, truth: truth.truth, isDecided: truth.isDecided))
    }
  }

  mutating func included(_ trace: DrawTrace) { rules[current].rollout = trace }

  mutating func divided(_ trace: SplitTrace) { rules[current].split = trace }

  private mutating func add(_ trace: ConditionTrace) {
    guard !open.isEmpty else { return }
    open[open.count - 1].parts.append(trace)
  }
}
