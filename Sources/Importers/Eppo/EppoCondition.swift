import SerinFlags

/// Reads one condition of an Eppo rule.
///
/// No operator but IS_NULL is true for an attribute that is absent. Booleans, and numbers where they are compared with
/// whole texts, are their text.
struct EppoCondition {
  private let node: SourceNode

  init(_ node: SourceNode) {
    self.node = node
  }

  func proposition(_ draft: inout ImportDraft) -> Formula {
    guard let name = draft.attribute(node["attribute"]) else { return .never }
    guard name == "id" else { return proposition(of: name, &draft) }
    // The subject's key, unless the subject has an attribute of that name.
    return .any([
      proposition(of: name, &draft),
      .all([.attribute(name, .absent), proposition(of: "userID", &draft)]),
    ])
  }

  private func proposition(of name: String, _ draft: inout ImportDraft) -> Formula {
    let value = node["value"]
    switch node["operator"].string {
    case "ONE_OF": return membership(of: name, &draft)?.passes ?? .never
    case "NOT_ONE_OF": return membership(of: name, &draft)?.fails ?? .never
    case "MATCHES": return match(of: name, &draft)?.passes ?? .never
    case "NOT_MATCHES": return match(of: name, &draft)?.fails ?? .never
    case "IS_NULL":
      guard let isNull = value.bool else {
        draft.leaveOut(value.path, "\(value.value.typeDescription) is not a boolean")
        return .never
      }
      return .attribute(name, isNull ? .absent : .exists)
    case "LT": return comparison(of: name, .less, .semverLess, &draft)
    case "LTE": return comparison(of: name, .lessOrEqual, .semverLessOrEqual, &draft)
    case "GT": return comparison(of: name, .greater, .semverGreater, &draft)
    case "GTE": return comparison(of: name, .greaterOrEqual, .semverGreaterOrEqual, &draft)
    default:
      draft.unknown(node["operator"], "operator")
      return .never
    }
  }

  private func membership(of name: String, _ draft: inout ImportDraft) -> AttributeTest? {
    guard let texts = node["value"].strings else {
      draft.leaveOut(node["value"].path, "\(node["value"].value.shown) is not a list of texts")
      return nil
    }
    return .oneOf(name, texts: texts, hasBooleans: true)
  }

  private func match(of name: String, _ draft: inout ImportDraft) -> AttributeTest? {
    guard let pattern = draft.pattern(node["value"]) else { return nil }
    draft.change(node.path, "a number is matched by its text in Eppo; give it as text to Serin")
    let text = Condition.attribute(AttributeCondition(name, .matches, [node["value"].value]))
    let booleans = [true, false].filter { pattern.matches($0 ? "true" : "false") }.map(JSONValue.bool)
    guard !booleans.isEmpty else { return AttributeTest(name, types: [.string], anyOf: [text]) }
    return AttributeTest(
      name,
      [
        AttributeTest.Part([.string], text),
        AttributeTest.Part([.boolean], .attribute(AttributeCondition(name, .in, booleans))),
      ])
  }

  /// Numbers are compared with a number, or with its text; everything else is a version.
  private func comparison(
    of name: String, _ numeric: ConditionOperator, _ version: ConditionOperator, _ draft: inout ImportDraft
  ) -> Formula {
    let value = node["value"]
    let text = value.string
    let number = value.number ?? text.flatMap { (try? JSONValue(parsing: $0.utf8))?.numberValue }
    if let number {
      draft.change(node.path, "a number that is given as text is compared in Eppo; give it as a number to Serin")
      return .attribute(name, numeric, [.number(number)])
    }
    guard let text, SemanticVersion(parsing: text) != nil else {
      draft.leaveOut(value.path, "\(value.value.shown) is neither a number nor a version")
      return .never
    }
    return .all([
      .attribute(name, .matches, [.string(VersionPattern.strict)]), .attribute(name, version, [.string(text)]),
    ])
  }
}
