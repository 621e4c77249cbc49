import SerinFlags

/// The test of an attribute that a clause makes.
struct LaunchDarklyOperator {
  let name: String
  let node: SourceNode

  private var values: [SourceNode] { node["values"].elements }

  func test(_ draft: inout ImportDraft) -> AttributeTest? {
    switch node["op"].string {
    case "in": return membership(&draft)
    case "startsWith": return text(.startsWith, &draft)
    case "endsWith": return text(.endsWith, &draft)
    case "contains": return text(.contains, &draft)
    case "matches": return text(.matches, &draft)
    case "lessThan": return number(.less, &draft)
    case "lessThanOrEqual": return number(.lessOrEqual, &draft)
    case "greaterThan": return number(.greater, &draft)
    case "greaterThanOrEqual": return number(.greaterOrEqual, &draft)
    case "before": return time(.before, .less, &draft)
    case "after": return time(.after, .greater, &draft)
    case "semVerEqual": return version(.semverEquals, &draft)
    case "semVerLessThan": return version(.semverLess, &draft)
    case "semVerGreaterThan": return version(.semverGreater, &draft)
    default:
      draft.unknown(node["op"], "operator")
      return nil
    }
  }

  /// Other operators than `in` are tried with each element of an array there.
  private func noteArrays(_ draft: inout ImportDraft) {
    draft.change(node.path, "the elements of an attribute that is an array are not looked at; in LaunchDarkly they are")
  }

  /// Whether the attribute, or an element of it when it is an array, is one of the values.
  private func membership(_ draft: inout ImportDraft) -> AttributeTest? {
    for value in values {
      switch value.value {
      case .array, .object:
        draft.leaveOut(value.path, "\(value.value.typeDescription) cannot be compared with an attribute")
        return nil
      case .null, .bool, .number, .string: continue
      }
    }
    return .oneOf(name, values.map(\.value).filter { !$0.isNull }, inArrays: true)
  }

  private func text(_ operator: ConditionOperator, _ draft: inout ImportDraft) -> AttributeTest? {
    noteArrays(&draft)
    var comparisons: [Condition] = []
    for value in values where value.string != nil {
      if `operator` == .matches, draft.pattern(value) == nil { return nil }
      comparisons.append(.attribute(AttributeCondition(name, `operator`, [value.value])))
    }
    return AttributeTest(name, types: [.string], anyOf: comparisons)
  }

  private func number(_ operator: ConditionOperator, _ draft: inout ImportDraft) -> AttributeTest? {
    noteArrays(&draft)
    let comparisons = values.filter { $0.number != nil }.map { value in
      Condition.attribute(AttributeCondition(name, `operator`, [value.value]))
    }
    return AttributeTest(name, types: [.number], anyOf: comparisons)
  }

  /// Instants as texts, or as numbers of milliseconds; a number is seconds for Serin's own comparison.
  private func time(
    _ operator: ConditionOperator, _ numeric: ConditionOperator, _ draft: inout ImportDraft
  ) -> AttributeTest? {
    noteArrays(&draft)
    var numbers: [Condition] = []
    var texts: [Condition] = []
    for value in values {
      let text = value.string.flatMap { Timestamp(parsing: $0) }
      let instant = text ?? value.number.flatMap { Timestamp(secondsSince1970: $0 / 1000) }
      guard let instant else {
        draft.unknown(value, "instant")
        return nil
      }
      let milliseconds = value.number ?? Double(instant.microseconds) / 1000
      numbers.append(.attribute(AttributeCondition(name, numeric, [.number(milliseconds)])))
      texts.append(.attribute(AttributeCondition(name, `operator`, [.string("\(instant)")])))
    }
    guard case .condition(let anyNumber) = Formula.any(numbers.map(Formula.condition)),
      case .condition(let anyText) = Formula.any(texts.map(Formula.condition))
    else { return .never(name) }
    // Serin takes a number for seconds here, so that the text's comparison needs the text's form beside it.
    let isInstant = Condition.attribute(AttributeCondition(name, .matches, [.string(Self.instantPattern)]))
    let text = Condition.all([isInstant, anyText])
    return AttributeTest(
      passes: .any([.condition(anyNumber), .condition(text)]),
      fails: .any([
        .not(anyNumber), .all([.has(name, .string), .not(text)]), .has(name, .boolean), .has(name, .array),
      ]))
  }

  private static let instantPattern =
    "^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})$"

  private func version(_ operator: ConditionOperator, _ draft: inout ImportDraft) -> AttributeTest? {
    noteArrays(&draft)
    var comparisons: [Condition] = []
    for value in values {
      guard let text = value.string else { continue }
      guard SemanticVersion(parsing: text) != nil, text.utf8.first != UInt8(ascii: "v") else {
        draft.note(value.path, "is no version, so nothing is compared with it")
        continue
      }
      comparisons.append(.attribute(AttributeCondition(name, `operator`, [value.value])))
    }
    guard case .condition(let any) = Formula.any(comparisons.map(Formula.condition)) else { return .never(name) }
    let isVersion = Condition.attribute(AttributeCondition(name, .matches, [.string(VersionPattern.partial)]))
    // For a text that is no version this is false, not unknown.
    return AttributeTest(name, types: [.string], anyOf: [.all([isVersion, any])])
  }
}
