/// Why a flag answers what it answers.
public struct Explanation: Sendable, Hashable {
  /// The flag's key.
  public var flag: String
  /// The answer; the same that ``CompiledFlag/evaluate(for:)`` gives.
  public var evaluation: Evaluation
  /// What is wrong with the flag's document; empty when it is sound.
  public var issues: [DocumentIssue]
  /// Every rule in its order, those that were not reached included.
  public var rules: [RuleTrace]
}

extension CompiledFlag {
  /// Decides the flag for a context and tells how.
  ///
  /// It runs the same code as ``outcome(for:)``, with a witness, so the two never disagree.
  public func explain(for context: FlagContext) -> Explanation {
    var tracer = ExplanationTracer(flag: self, context: context)
    let outcome = decide(context, &tracer)
    return Explanation(flag: key, evaluation: outcomes[outcome], issues: issues, rules: tracer.rules)
  }
}

/// Writes down what the evaluator does.
struct ExplanationTracer: EvaluationTracer {
  static let wantsEverything = true

  private(set) var rules: [RuleTrace]
  private let flag: CompiledFlag
  private let context: FlagContext
  private var current = 0
  /// The parts of the groups that are not finished; the first list is the rule's own condition.
  private var open: [(group: ConditionTrace.Group?, parts: [ConditionTrace])] = []

  init(flag: CompiledFlag, context: FlagContext) {
    self.flag = flag
    self.context = context
    rules = flag.ruleDefinitions.map { RuleTrace(id: $0.id, name: $0.name, result: .notReached) }
  }

  mutating func enterRule(_ index: Int) {
    current = index
    open = [(group: nil, parts: [])]
  }

  mutating func leaveConditions(_ truth: Truth) {
    rules[current].result = RuleTrace.Result(truth)
    rules[current].condition = open.first?.parts.first
  }

  mutating func enter(_ group: ConditionTrace.Group) {
    open.append((group: group, parts: []))
  }

  mutating func leave(_ truth: Truth) {
    guard let finished = open.popLast(), let group = finished.group else { return }
    add(.group(group, parts: finished.parts, truth: truth))
  }

  mutating func compared(_ comparison: CompiledComparison, _ value: JSONValue?, _ truth: Truth) {
    add(.comparison(comparison.source, actual: value, truth: truth))
  }

  mutating func included(
    _ draw: CompiledDraw, unit: String?, number: UInt32?, below threshold: UInt32, _ isDrawn: Bool
  ) {
    rules[current].rollout = DrawTrace(
      attribute: draw.source.attributeName(in: context), unit: unit, salt: draw.salt, draw: draw.algorithm,
      number: number, threshold: threshold, isDrawn: isDrawn)
  }

  mutating func divided(_ draw: CompiledDraw, unit: String?, number: UInt32?, outcome: Int?) {
    rules[current].split = SplitTrace(
      attribute: draw.source.attributeName(in: context), unit: unit, salt: draw.salt, draw: draw.algorithm,
      number: number, variation: outcome.map { flag.outcomes[$0].variation })
  }

  private mutating func add(_ trace: ConditionTrace) {
    open[open.count - 1].parts.append(trace)
  }
}
