extension Program {
  /// Decides the condition at an index.
  ///
  /// `all` is true and `any` is false without parts: the identities of Kleene's logic. A tracer that wants every part sees
  /// those too that can no longer change the result.
  @inline(__always)
  func truth<Tracer: EvaluationTracer>(
    at index: Int32, in view: ProgramView, _ scope: EvaluationScope, _ tracer: inout Tracer
  ) -> TruthRange {
    switch view.nodes[Int(index)].kind {
    case .all, .any, .not: group(at: index, in: view, scope, &tracer)
    default: leaf(at: index, in: view, scope, &tracer)
    }
  }

  @inline(never)
  private func group<Tracer: EvaluationTracer>(
    at index: Int32, in view: ProgramView, _ scope: EvaluationScope, _ tracer: inout Tracer
  ) -> TruthRange {
    let node = view.nodes[Int(index)]
    tracer.enter(node.kind == .not ? .not : node.kind == .all ? .all : .any)
    var result: TruthRange = node.kind == .all ? .yes : .no
    // The truth that the other parts cannot change any more.
    let final: TruthRange = node.kind == .all ? .no : .yes
    var part = index &+ 1
    while part < node.end {
      let truth =
        isGroup(part, view) ? group(at: part, in: view, scope, &tracer) : leaf(at: part, in: view, scope, &tracer)
      switch node.kind {
      case .all: result = result.and(truth)
      case .any: result = result.or(truth)
      default: result = truth.negated
      }
      if result == final, node.kind != .not, !Tracer.wantsEverything { break }
      part = view.nodes[Int(part)].end
    }
    tracer.leave(result)
    return result
  }

  @inline(__always)
  private func isGroup(_ index: Int32, _ view: ProgramView) -> Bool {
    view.nodes[Int(index)].kind.rawValue <= ConditionNode.Kind.not.rawValue
  }

  @inline(__always)
  private func leaf<Tracer: EvaluationTracer>(
    at index: Int32, in view: ProgramView, _ scope: EvaluationScope, _ tracer: inout Tracer
  ) -> TruthRange {
    let node = view.nodes + Int(index)
    guard node.pointee.kind.isComparison else { return reference(at: index, in: view, scope, &tracer) }
    let slot = scope.context.slot(of: node.pointee, in: view)
    let truth = comparison(node, slot, view, scope)
    if Tracer.wantsEverything {
      tracer.compared(sources[Int(index)], slot.map { scope.context.value(of: $0.pointee) }, truth)
    }
    return TruthRange(truth)
  }

  @inline(__always)
  private func comparison(
    _ node: UnsafePointer<ConditionNode>, _ slot: UnsafePointer<AttributeSlot>?, _ view: ProgramView,
    _ scope: EvaluationScope
  ) -> Truth {
    guard node.pointee.kind == .test else { return node.plainTruth(of: slot, in: view) }
    guard let slot else { return .unknown }
    return tests[Int(node.pointee.first)].truth(of: slot.pointee, in: scope.context)
  }
}

extension UnsafePointer<ConditionNode> {
  /// What a comparison with plain wanted values says of an attribute; nil when it is absent.
  @inline(__always)
  func plainTruth(of slot: UnsafePointer<AttributeSlot>?, in view: ProgramView) -> Truth {
    guard let slot else {
      switch pointee.kind {
      case .exists: return .no
      case .absent: return .yes
      default: return .unknown
      }
    }
    switch pointee.kind {
    case .oneOf:
      guard slot.pointee.kind == .string else { return .unknown }
      var literal = Int(pointee.first)
      let end = literal &+ Int(pointee.count)
      while literal < end {
        if view.isLiteral(literal, slot) { return .yes }
        literal &+= 1
      }
      return .no
    case .startsWith, .endsWith:
      guard let text = slot.pointee.text else { return .unknown }
      let wanted = view.bytes(ofLiteral: Int(pointee.first))
      guard text.count >= wanted.count else { return .no }
      let start = pointee.kind == .startsWith ? 0 : text.count &- wanted.count
      return Truth(bytesAreEqual(UnsafeBufferPointer(rebasing: text[start..<(start &+ wanted.count)]), wanted))
    case .number:
      guard let number = slot.pointee.number else { return .unknown }
      return Truth(pointee.relation.holds(number, Double(bitPattern: view.constants[Int(pointee.first)])))
    case .exists:
      return .yes
    default:
      return .no
    }
  }
}
