// Conditions that look beyond one attribute.
extension Program {
  @inline(never)
  func reference<Tracer: EvaluationTracer>(
    at index: Int32, in view: ProgramView, _ scope: EvaluationScope, _ tracer: inout Tracer
  ) -> TruthRange {
    let node = view.nodes[Int(index)]
    let source = sources[Int(index)]
    switch node.kind {
    case .percent:
      return percent(node, source, view, scope, &tracer)
    case .now:
      let instant = Int64(bitPattern: view.constants[Int(node.first)])
      let truth = TruthRange(Truth(node.relation == .less ? scope.now < instant : scope.now >= instant))
      tracer.decided(source, truth)
      return truth
    case .segment:
      return segment(node.first, source, scope, &tracer)
    case .flag:
      let constants = view.constants + Int(node.first)
      let variation = view.bytes(ofLiteral: Int(truncatingIfNeeded: constants[1]))
      let truth = flag(Int32(truncatingIfNeeded: constants[0]), serves: variation, scope)
      tracer.decided(source, truth)
      return truth
    case .fact:
      let truth = fact(node.first, scope)
      tracer.decided(source, truth)
      return truth
    default:
      return list(node, source, view, scope, &tracer)
    }
  }

  private func percent<Tracer: EvaluationTracer>(
    _ node: ConditionNode, _ source: Condition?, _ view: ProgramView, _ scope: EvaluationScope,
    _ tracer: inout Tracer
  ) -> TruthRange {
    let constants = view.constants + Int(node.first)
    let index = Int32(truncatingIfNeeded: constants[0])
    let deadline = Int64(bitPattern: constants[2])
    let draw = view.inclusion(index, threshold: constants[1], deadline: deadline, scope, of: self)
    // Without a unit nothing can be said, unless it is nobody or everybody anyway.
    let truth = draw.isForAll || draw.number != nil ? TruthRange(Truth(draw.isIn)) : .unknown
    if Tracer.wantsEverything { tracer.decided(source, truth, draw: trace(of: draw, index, view, scope)) }
    return truth
  }

  private func segment<Tracer: EvaluationTracer>(
    _ number: Int32, _ source: Condition?, _ scope: EvaluationScope, _ tracer: inout Tracer
  ) -> TruthRange {
    // Flags that use a segment which is not there are malformed and never come here.
    guard let segment = scope.links?.segments[Int(number)] else { return .unknown }
    if let known = scope.truth(ofSegment: number) {
      tracer.decided(source, known)
      return known
    }
    tracer.enterSegment(source)
    let truth = segment.program.truth(at: 0, in: segment.program.view, scope, &tracer)
    scope.setTruth(truth, ofSegment: number)
    tracer.leaveSegment(truth)
    return truth
  }

  /// Whether another flag, which was decided before, serves a variation.
  private func flag(
    _ number: Int32, serves variation: UnsafeBufferPointer<UInt8>, _ scope: EvaluationScope
  ) -> TruthRange {
    guard let evaluation = scope.links?.answer(ofFlag: number, in: scope) else { return .unknown }
    switch evaluation.reason {
    case .malformed: return .unknown
    case .undecided: return .undecided
    default: return TruthRange(Truth(evaluation.variation.withBytes { bytesAreEqual($0, variation) }))
    }
  }

  private func fact(_ number: Int32, _ scope: EvaluationScope) -> TruthRange {
    guard let links = scope.links else { return .undecided }
    if let answer = scope.facts[links.facts[Int(number)]] { return TruthRange(Truth(answer)) }
    scope.missed(fact: number)
    return .undecided
  }

  private func list<Tracer: EvaluationTracer>(
    _ node: ConditionNode, _ source: Condition?, _ view: ProgramView, _ scope: EvaluationScope,
    _ tracer: inout Tracer
  ) -> TruthRange {
    let slot = scope.context.slot(of: node, in: view)
    var truth = TruthRange.unknown
    if let slot, let id = slot.pointee.text, !id.isEmpty {
      if node.kind == .list {
        truth = TruthRange(Truth(idSets[Int(node.first)].contains(id, slot.pointee.value)))
      } else if let isListed = scope.links?.isListed(id, in: node.first, engine: scope.engine) {
        truth = TruthRange(Truth(isListed))
      }
    }
    if Tracer.wantsEverything { tracer.compared(source, slot.map { scope.context.value(of: $0.pointee) }, truth.truth) }
    return truth
  }
}
