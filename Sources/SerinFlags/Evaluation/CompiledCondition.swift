/// A condition that is ready to be decided.
final class CompiledCondition: Sendable {
  private enum Form: Sendable {
    case all
    case any
    case not
    case comparison
  }

  private let form: Form
  /// The conditions inside a group; one for `not`, none for a comparison.
  private let parts: UnretainedList<CompiledCondition>
  /// The one comparison, or none in a group.
  private let comparisons: UnretainedList<CompiledComparison>

  /// Conditions built in code are cut off here; documents are limited long before.
  private static let maximumDepth = 64

  /// Prepares a condition, or nil when a comparison in it makes no sense.
  init?(_ condition: Condition, depth: Int = 1) {
    guard depth <= Self.maximumDepth else { return nil }
    var inner: [Condition] = []
    var comparisons: [CompiledComparison] = []
    switch condition {
    case .all(let conditions): (form, inner) = (.all, conditions)
    case .any(let conditions): (form, inner) = (.any, conditions)
    case .not(let condition): (form, inner) = (.not, [condition])
    case .attribute(let condition):
      guard let comparison = CompiledComparison(condition) else { return nil }
      form = .comparison
      comparisons = [comparison]
    }
    let parts = inner.compactMap { CompiledCondition($0, depth: depth + 1) }
    guard parts.count == inner.count else { return nil }
    self.parts = UnretainedList(parts)
    self.comparisons = UnretainedList(comparisons)
  }

  /// Decides the condition for a context.
  ///
  /// `all` is true and `any` is false without parts: the identities of Kleene's logic. A tracer that wants every part
  /// sees those too that can no longer change the result.
  func truth<Tracer: EvaluationTracer>(for context: FlagContext, _ tracer: inout Tracer) -> Truth {
    switch form {
    case .comparison:
      return comparisons[0]._withUnsafeGuaranteedRef { comparison in
        let value = comparison.attribute.value(in: context)
        let truth = comparison.truth(of: value)
        tracer.compared(comparison, value, truth)
        return truth
      }
    case .all:
      return combined(.all, startingWith: .yes, for: context, &tracer)
    case .any:
      return combined(.any, startingWith: .no, for: context, &tracer)
    case .not:
      tracer.enter(.not)
      let truth = parts[0]._withUnsafeGuaranteedRef { $0.truth(for: context, &tracer) }.negated
      tracer.leave(truth)
      return truth
    }
  }

  @inline(__always)
  private func combined<Tracer: EvaluationTracer>(
    _ group: ConditionTrace.Group, startingWith start: Truth, for context: FlagContext, _ tracer: inout Tracer
  ) -> Truth {
    tracer.enter(group)
    var result = start
    for index in 0..<parts.count {
      let truth = parts[index]._withUnsafeGuaranteedRef { $0.truth(for: context, &tracer) }
      // The least of the parts for "all", the greatest for "any".
      let isStronger = start == .yes ? truth.rawValue < result.rawValue : truth.rawValue > result.rawValue
      if isStronger { result = truth }
      if result == start.negated, !Tracer.wantsEverything { break }
    }
    tracer.leave(result)
    return result
  }
}
