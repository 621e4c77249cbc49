/// A condition that is ready to be decided.
enum CompiledCondition: Sendable {
  case all([CompiledCondition])
  case any([CompiledCondition])
  indirect case not(CompiledCondition)
  case comparison(CompiledComparison)

  /// Conditions built in code are cut off here; documents are limited long before.
  private static let maximumDepth = 64

  /// Prepares a condition, or nil when a comparison in it makes no sense.
  init?(_ condition: Condition, depth: Int = 1) {
    guard depth <= Self.maximumDepth else { return nil }
    switch condition {
    case .all(let conditions):
      guard let parts = Self.parts(conditions, depth: depth) else { return nil }
      self = .all(parts)
    case .any(let conditions):
      guard let parts = Self.parts(conditions, depth: depth) else { return nil }
      self = .any(parts)
    case .not(let inner):
      guard let part = CompiledCondition(inner, depth: depth + 1) else { return nil }
      self = .not(part)
    case .segment, .percent, .flag, .now, .list, .listed, .behaviour: return nil
    case .attribute(let condition):
      guard let comparison = CompiledComparison(condition) else { return nil }
      self = .comparison(comparison)
    }
  }

  private static func parts(_ conditions: [Condition], depth: Int) -> [CompiledCondition]? {
    let parts = conditions.compactMap { CompiledCondition($0, depth: depth + 1) }
    return parts.count == conditions.count ? parts : nil
  }

  /// Decides the condition for a context.
  ///
  /// `all` is true and `any` is false without parts: the identities of Kleene's logic. A tracer that wants every part
  /// sees those too that can no longer change the result.
  func truth<Tracer: EvaluationTracer>(for context: FlagContext, _ tracer: inout Tracer) -> Truth {
    switch self {
    case .comparison(let comparison):
      let value = comparison.attribute.value(in: context)
      let truth = comparison.truth(of: value)
      tracer.compared(comparison, value, truth)
      return truth
    case .all(let parts):
      return combined(parts, .all, startingWith: .yes, for: context, &tracer)
    case .any(let parts):
      return combined(parts, .any, startingWith: .no, for: context, &tracer)
    case .not(let part):
      tracer.enter(.not)
      let truth = part.truth(for: context, &tracer).negated
      tracer.leave(truth)
      return truth
    }
  }

  @inline(__always)
  private func combined<Tracer: EvaluationTracer>(
    _ parts: [CompiledCondition], _ group: ConditionTrace.Group, startingWith start: Truth, for context: FlagContext,
    _ tracer: inout Tracer
  ) -> Truth {
    tracer.enter(group)
    var result = start
    for part in parts {
      let truth = part.truth(for: context, &tracer)
      // The least of the parts for "all", the greatest for "any".
      let isStronger = start == .yes ? truth.rawValue < result.rawValue : truth.rawValue > result.rawValue
      if isStronger { result = truth }
      if result == start.negated, !Tracer.wantsEverything { break }
    }
    tracer.leave(result)
    return result
  }
}
