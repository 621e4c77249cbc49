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
    guard node.pointee.kind.rawValue <= ConditionNode.Kind.test.rawValue else {
      return reference(at: index, in: view, scope, &tracer)
    }
    let slot = scope.context.slot(of: view.names[Int(node.pointee.attribute)], in: view)
    let truth = slot.map { comparison(node, $0, view, scope) } ?? Self.truthOfAbsence(node.pointee.kind)
    if Tracer.wantsEverything {
      tracer.compared(sources[Int(index)], slot.map { scope.context.value(of: $0.pointee) }, truth)
    }
    return TruthRange(truth)
  }

  @inline(__always)
  private static func truthOfAbsence(_ kind: ConditionNode.Kind) -> Truth {
    switch kind {
    case .exists: .no
    case .absent: .yes
    default: .unknown
    }
  }

  /// What a comparison says of an attribute that is there.
  @inline(__always)
  private func comparison(
    _ node: UnsafePointer<ConditionNode>, _ slot: UnsafePointer<AttributeSlot>, _ view: ProgramView,
    _ scope: EvaluationScope
  ) -> Truth {
    switch node.pointee.kind {
    case .oneOf:
      guard slot.pointee.kind == .string else { return .unknown }
      var literal = view.literals + Int(node.pointee.first)
      let end = literal + Int(node.pointee.count)
      while literal < end {
        if view.isEqual(literal.pointee, slot.pointee) { return .yes }
        literal += 1
      }
      return .no
    case .startsWith, .endsWith:
      guard let text = slot.pointee.text else { return .unknown }
      let wanted = view.bytes(of: view.literals[Int(node.pointee.first)])
      guard text.count >= wanted.count else { return .no }
      let start = node.pointee.kind == .startsWith ? 0 : text.count &- wanted.count
      return Truth(bytesAreEqual(UnsafeBufferPointer(rebasing: text[start..<(start &+ wanted.count)]), wanted))
    case .number:
      guard let number = slot.pointee.number else { return .unknown }
      return Truth(node.pointee.relation.holds(number, Double(bitPattern: node.pointee.bits)))
    case .exists:
      return .yes
    case .absent:
      return .no
    default:
      return tests[Int(node.pointee.first)].truth(of: slot.pointee, in: scope.context)
    }
  }
}
