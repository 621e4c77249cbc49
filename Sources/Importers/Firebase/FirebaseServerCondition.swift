import SerinFlags

/// Reads a condition of a server template, which is JSON.
struct FirebaseServerCondition {
  private let node: SourceNode
  /// How deep the condition stands in others.
  private let depth: Int

  /// From this depth on Firebase takes every condition for false.
  private static let maximumDepth = 10

  init(_ node: SourceNode, depth: Int = 0) {
    self.node = node
    self.depth = depth
  }

  func proposition(_ signals: inout FirebaseSignals, _ draft: inout ImportDraft) -> Formula {
    guard depth < Self.maximumDepth else {
      draft.note(node.path, "is nested so deep that Firebase takes it for false, and so does Serin")
      return .never
    }
    guard let (kind, inner) = node.members.first, node.members.count == 1 else {
      draft.unknown(node, "condition")
      return .never
    }
    switch kind {
    case "orCondition": return .any(parts(of: inner, &signals, &draft))
    case "andCondition": return .all(parts(of: inner, &signals, &draft))
    case "true": return .always
    case "false": return .never
    case "percent": return percent(inner, &draft)
    case "customSignal": return customSignal(inner, &signals, &draft)
    default:
      draft.leaveOut(inner.path, "`\(kind)` is no condition that is known here")
      return .never
    }
  }

  private func parts(
    of group: SourceNode, _ signals: inout FirebaseSignals, _ draft: inout ImportDraft
  ) -> [Formula] {
    guard draft.check(group, FirebaseShapes.group) else { return [.never] }
    return group["conditions"].elements.map { element in
      FirebaseServerCondition(element, depth: depth + 1).proposition(&signals, &draft)
    }
  }

  private func percent(_ node: SourceNode, _ draft: inout ImportDraft) -> Formula {
    guard draft.check(node, FirebaseShapes.percent) else { return .never }
    let draw = FirebaseDraw(seed: node["seed"].string ?? "")
    let range = node["microPercentRange"]
    switch node["percentOperator"].string {
    case "LESS_OR_EQUAL":
      return micro(node["microPercent"], &draft).map(draw.atMost) ?? .never
    case "GREATER_THAN":
      return micro(node["microPercent"], &draft).map(draw.above) ?? .never
    case "BETWEEN":
      guard let lower = micro(range["microPercentLowerBound"], &draft),
        let upper = micro(range["microPercentUpperBound"], &draft)
      else { return .never }
      return .all([draw.atMost(upper), draw.above(lower)])
    default:
      draft.unknown(node["percentOperator"], "percent operator")
      return .never
    }
  }

  /// Millionths of a percent; 0 when there are none.
  private func micro(_ node: SourceNode, _ draft: inout ImportDraft) -> Int? {
    if node.isAbsent { return 0 }
    guard let micro = node.integer else {
      draft.unknown(node, "number of millionths of a percent")
      return nil
    }
    return micro
  }

  private func customSignal(
    _ node: SourceNode, _ signals: inout FirebaseSignals, _ draft: inout ImportDraft
  ) -> Formula {
    guard draft.check(node, FirebaseShapes.customSignal) else { return .never }
    let targets = node["targetCustomSignalValues"]
    guard let key = node["customSignalKey"].string, let values = targets.strings else {
      draft.unknown(node["customSignalKey"].string == nil ? node["customSignalKey"] : targets, "custom signal")
      return .never
    }
    guard !values.isEmpty else {
      draft.note(targets.path, "is empty: Firebase takes the condition for false, and so does Serin")
      return .never
    }
    guard let attribute = signals.attribute(.customSignal, key, node["customSignalKey"].path, &draft) else {
      return .never
    }
    let test = FirebaseTest(attribute: attribute, path: targets.path)
    let name = node["customSignalOperator"].string ?? ""
    if let function = FirebaseTest.Function(rawValue: name) {
      return test.text(function, values, &draft)
    }
    guard values.count == 1 else {
      draft.leaveOut(targets.path, "\(values.count) values are not the one that a comparison needs")
      return .never
    }
    for (prefix, isVersion) in [("NUMERIC_", false), ("SEMANTIC_VERSION_", true)] where name.hasPrefix(prefix) {
      guard let relation = FirebaseTest.Relation(word: String(name.dropFirst(prefix.count))) else { break }
      return isVersion ? test.version(relation, values[0], &draft) : test.number(relation, values[0], &draft)
    }
    draft.unknown(node["customSignalOperator"], "operator of custom signals")
    return .never
  }
}
