/// Watches an evaluation.
///
/// The evaluator is generic over it, so that explaining and answering are the same code: the silent tracer costs
/// nothing, and an explanation can never disagree with the answer.
protocol EvaluationTracer {
  /// Whether parts of a condition are decided that can no longer change its result.
  static var wantsEverything: Bool { get }

  /// A rule is tried.
  mutating func enterRule(_ index: Int)
  /// The rule's conditions have this result; a rule without conditions is true.
  mutating func leaveConditions(_ truth: Truth)
  /// A group of conditions begins.
  mutating func enter(_ group: ConditionTrace.Group)
  /// The group of conditions that began last has this result.
  mutating func leave(_ truth: Truth)
  /// A comparison has this result.
  mutating func compared(_ comparison: CompiledComparison, _ value: JSONValue?, _ truth: Truth)
  /// A percentage has this result; without a unit there is no number.
  mutating func included(_ draw: CompiledDraw, unit: String?, number: UInt32?, below threshold: UInt32, _ isDrawn: Bool)
  /// A split has this result; without a unit there is neither a number nor an arm.
  mutating func divided(_ draw: CompiledDraw, unit: String?, number: UInt32?, outcome: Int?)
}

/// The tracer of plain answers: it does nothing.
struct SilentTracer: EvaluationTracer {
  static let wantsEverything = false

  @inline(__always) mutating func enterRule(_ index: Int) {}
  @inline(__always) mutating func leaveConditions(_ truth: Truth) {}
  @inline(__always) mutating func enter(_ group: ConditionTrace.Group) {}
  @inline(__always) mutating func leave(_ truth: Truth) {}
  @inline(__always) mutating func compared(_ comparison: CompiledComparison, _ value: JSONValue?, _ truth: Truth) {}
  @inline(__always)
  mutating func included(
    _ draw: CompiledDraw, unit: String?, number: UInt32?, below threshold: UInt32, _ isDrawn: Bool
  ) {}
  @inline(__always) mutating func divided(_ draw: CompiledDraw, unit: String?, number: UInt32?, outcome: Int?) {}
}
