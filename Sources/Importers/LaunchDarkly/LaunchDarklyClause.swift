import SerinFlags

/// Reads one clause of a rule.
///
/// A clause holds when one of its values matches the attribute; an attribute that is absent makes it fail, negated or
/// not. A segment that does not exist holds for nobody.
struct LaunchDarklyClause {
  private let node: SourceNode

  init(_ node: SourceNode) {
    self.node = node
  }

  private var isNegated: Bool { node["negate"].bool == true }
  private var values: [SourceNode] { node["values"].elements }

  func verdict(_ segments: LaunchDarklySegments, _ draft: inout ImportDraft) -> Verdict {
    if node["op"].string == "segmentMatch" {
      let verdict = Verdict.any(values.map { segments.verdict(of: $0, &draft) })
      return isNegated ? verdict.negated : verdict
    }
    if node["attribute"].string == "kind" { return kind(&draft) }
    guard LaunchDarklyContextKind.check(node["contextKind"], &draft),
      let name = LaunchDarklyAttribute.name(node["attribute"], kind: node["contextKind"], &draft),
      let test = LaunchDarklyOperator(name: name, node: node).test(&draft)
    else { return .never }
    var passes = test.passes
    var fails = test.fails
    let absent = Formula.attribute(name, .absent)
    if name == "anonymous" {
      // A context that does not say so is not anonymous.
      if values.contains(where: { $0.value == false }) {
        passes = .any([passes, absent])
      } else {
        fails = .any([fails, absent])
      }
      return isNegated ? Verdict(holds: fails, fails: passes) : Verdict(holds: passes, fails: fails)
    }
    return isNegated
      ? Verdict(holds: fails, fails: .any([passes, absent])) : Verdict(holds: passes, fails: .any([fails, absent]))
  }

  /// A clause about the kinds of the context; here there is only the user.
  private func kind(_ draft: inout ImportDraft) -> Verdict {
    guard node["op"].string == "in" else {
      draft.leaveOut(node["op"].path, "is not known for the kind of context")
      return .never
    }
    let isUser = values.contains { $0.value == "user" }
    return isUser != isNegated ? .always : .never
  }
}
