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
    let instants = values.map { LaunchDarklyInstant($0) }
    for (value, instant) in zip(values, instants) where instant == nil { draft.unknown(value, "instant") }
    guard !draft.isLeftOut else { return nil }
    let numbers = instants.compactMap { $0 }.map { instant in
      Formula.attribute(name, numeric, [.number(instant.milliseconds)])
    }
    let texts = instants.compactMap { $0 }.map { instant in
      Formula.attribute(name, `operator`, [.string(instant.text)])
    }
    return Self.time(name, number: Formula.any(numbers), text: Formula.any(texts))
  }

  /// The test of an attribute that is a number of milliseconds or the text of an instant.
  private static func time(_ name: String, number: Formula, text: Formula) -> AttributeTest {
    // Serin takes a number for seconds here, so that the text's comparison needs the text's form beside it.
    let isInstant = Formula.attribute(name, .matches, [.string(instantPattern)])
    let isText = Formula.all([isInstant, text])
    guard number != .never else { return .never(name) }
    return AttributeTest(
      passes: .any([number, isText]),
      fails: .any([
        number.negated, .all([.has(name, .string), isText.negated]), .has(name, .boolean), .has(name, .array),
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
    guard let any = Formula.any(comparisons.map(Formula.condition)).when else { return .never(name) }
    let isVersion = Condition.attribute(AttributeCondition(name, .matches, [.string(VersionPattern.partial)]))
    // For a text that is no version this is false, not unknown.
    return AttributeTest(name, types: [.string], anyOf: [.all([isVersion, any])])
  }
}

/// An instant of a clause, as both forms that an attribute may have.
private struct LaunchDarklyInstant {
  let milliseconds: Double
  let text: String

  init?(_ node: SourceNode) {
    if let milliseconds = node.number {
      guard let instant = Timestamp(secondsSince1970: milliseconds / 1000) else { return nil }
      self.milliseconds = milliseconds
      text = "\(instant)"
    } else {
      guard let instant = node.string.flatMap({ Timestamp(parsing: $0) }) else { return nil }
      milliseconds = Double(instant.microseconds) / 1000
      text = "\(instant)"
    }
  }
}
