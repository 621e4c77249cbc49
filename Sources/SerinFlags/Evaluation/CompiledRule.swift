/// A rule that is ready to be decided; outcomes are indices into the flag's list of them.
final class CompiledRule: Sendable {
  let condition: CompiledCondition?
  let inclusion: Inclusion
  let serving: Serving
  /// What a unit gets that is not drawn; nil when the next rules are tried.
  let missed: Int?

  /// How a percentage lets units in.
  enum Inclusion: Sendable {
    case everybody
    case below(UInt32, CompiledDraw)
  }

  /// What those get who are in.
  enum Serving: Sendable {
    case outcome(Int)
    /// Each outcome serves the draws below its end.
    case split(CompiledDraw, ends: [UInt32], outcomes: [Int])
  }

  init(condition: CompiledCondition?, inclusion: Inclusion, serving: Serving, missed: Int?) {
    self.condition = condition
    self.inclusion = inclusion
    self.serving = serving
    self.missed = missed
  }

  /// The outcome for a context, or nil when the next rules are tried.
  @inline(__always)
  func outcome<Tracer: EvaluationTracer>(for context: FlagContext, _ tracer: inout Tracer) -> Int? {
    let truth = condition?.truth(for: context, &tracer) ?? .yes
    tracer.leaveConditions(truth)
    guard truth == .yes else { return nil }
    guard isIncluded(context, &tracer) else { return missed }
    switch serving {
    case .outcome(let outcome):
      return outcome
    case .split(let draw, let ends, let outcomes):
      let unit = draw.source.unit(in: context)
      let number = unit.map(draw.number)
      let arm = number.flatMap { number in ends.firstIndex { number < $0 } }
      let outcome = arm.map { outcomes[$0] }
      tracer.divided(draw, unit: unit, number: number, outcome: outcome)
      return outcome ?? missed
    }
  }

  @inline(__always)
  private func isIncluded<Tracer: EvaluationTracer>(_ context: FlagContext, _ tracer: inout Tracer) -> Bool {
    guard case .below(let threshold, let draw) = inclusion else { return true }
    // Nobody and everybody are exact: they need neither a draw nor a unit.
    if threshold == 0 || threshold >= Draw.range {
      tracer.included(draw, unit: draw.source.unit(in: context), number: nil, below: threshold, threshold > 0)
      return threshold > 0
    }
    let unit = draw.source.unit(in: context)
    let number = unit.map(draw.number)
    let isDrawn = number.map { $0 < threshold } ?? false
    tracer.included(draw, unit: unit, number: number, below: threshold, isDrawn)
    return isDrawn
  }
}

/// A draw that is ready: where the unit comes from, and what it is hashed with.
final class CompiledDraw: Sendable {
  let source: UnitSource
  let salt: String
  let algorithm: DrawAlgorithm

  init(source: UnitSource, salt: String, algorithm: DrawAlgorithm) {
    self.source = source
    self.salt = salt
    self.algorithm = algorithm
  }

  func number(of unit: String) -> UInt32 {
    algorithm.number(salt: salt, unit: unit)
  }
}
