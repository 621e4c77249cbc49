/// Watches an evaluation.
///
/// The evaluator is generic over it, so that explaining and answering are the same code: the silent tracer costs
/// nothing, and an explanation can never disagree with the answer.
protocol EvaluationTracer {
  /// Whether parts of a condition are decided that can no longer change its result.
  static var wantsEverything: Bool { get }

  /// A prerequisite has this answer, or none, and is met, not met, or not decided.
  mutating func required(_ index: Int, _ evaluation: Evaluation?, _ isMet: Bool?)
  /// A rule is tried.
  mutating func enterRule(_ index: Int)
  /// The rule's conditions have this result; a rule without conditions is true.
  mutating func leaveConditions(_ truth: TruthRange)
  /// A group of conditions begins.
  mutating func enter(_ group: ConditionTrace.Group)
  /// The group of conditions that began last has this result.
  mutating func leave(_ truth: TruthRange)
  /// The conditions of a segment are decided, for the first time in this evaluation.
  mutating func enterSegment(_ source: Condition?)
  /// The segment that began last has this result.
  mutating func leaveSegment(_ truth: TruthRange)
  /// A comparison has this result.
  mutating func compared(_ source: Condition?, _ value: JSONValue?, _ truth: Truth)
  /// Another condition has this result.
  mutating func decided(_ source: Condition?, _ truth: TruthRange, draw: DrawTrace?)
  /// A percentage has this result.
  mutating func included(_ trace: DrawTrace)
  /// A split has this result.
  mutating func divided(_ trace: SplitTrace)
}

extension EvaluationTracer {
  @inline(__always)
  mutating func decided(_ source: Condition?, _ truth: TruthRange) { decided(source, truth, draw: nil) }
}

/// The tracer of plain answers: it does nothing.
struct SilentTracer: EvaluationTracer {
  static let wantsEverything = false

  @inline(__always) mutating func required(_ index: Int, _ evaluation: Evaluation?, _ isMet: Bool?) {}
  @inline(__always) mutating func enterRule(_ index: Int) {}
  @inline(__always) mutating func leaveConditions(_ truth: TruthRange) {}
  @inline(__always) mutating func enter(_ group: ConditionTrace.Group) {}
  @inline(__always) mutating func leave(_ truth: TruthRange) {}
  @inline(__always) mutating func enterSegment(_ source: Condition?) {}
  @inline(__always) mutating func leaveSegment(_ truth: TruthRange) {}
  @inline(__always) mutating func compared(_ source: Condition?, _ value: JSONValue?, _ truth: Truth) {}
  @inline(__always) mutating func decided(_ source: Condition?, _ truth: TruthRange, draw: DrawTrace?) {}
  @inline(__always) mutating func included(_ trace: DrawTrace) {}
  @inline(__always) mutating func divided(_ trace: SplitTrace) {}
}
