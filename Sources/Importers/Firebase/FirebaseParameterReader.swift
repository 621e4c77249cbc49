import SerinFlags

/// Reads one parameter of a template.
struct FirebaseParameterReader {
  let key: String
  let node: SourceNode
  /// The group that the parameter stands in.
  let group: String?
  let conditions: FirebaseConditions

  /// What a parameter gives: a value, or what the app itself has.
  private enum Given {
    case value(JSONValue)
    case inAppDefault
  }

  func read(_ draft: inout ImportDraft) -> FlagDefinition? {
    guard draft.check(node, FirebaseShapes.parameter) else { return nil }
    for (name, value) in node["conditionalValues"].members where !conditions.names.contains(ExactString(name)) {
      draft.leaveOut(
        value.path,
        conditions.unreadable.contains(ExactString(name))
          ? "the condition cannot be imported" : "there is no condition of that name")
    }
    guard let fallback = given(node["defaultValue"], &draft) else { return nil }
    var values: [(name: String, given: Given, proposition: Formula)] = []
    for entry in conditions.entries {
      guard node["conditionalValues"].value[entry.name] != nil else { continue }
      let value = node["conditionalValues"][entry.name]
      guard !value.isAbsent, let given = given(value, &draft) else { continue }
      values.append((entry.name, given, entry.proposition))
    }
    guard !draft.isLeftOut else { return nil }
    var flag = flag(fallback, values, draft.owner)
    flag.description = draft.description(node["description"])
    return flag
  }

  private func flag(
    _ fallback: Given, _ values: [(name: String, given: Given, proposition: Formula)], _ owner: String
  ) -> FlagDefinition {
    var variations = FirebaseVariations(isBoolean: node["valueType"].string == "BOOLEAN")
    var off: JSONValue?
    if case .value(let value) = fallback { off = value }
    let defaultName = off.map { variations.name(of: $0, for: "default") }
    let served = values.map { entry -> String? in
      guard case .value(let value) = entry.given else { return nil }
      return variations.name(of: value, for: entry.name)
    }
    let isInAppDefaultUsed = served.contains { $0 == nil } || off == nil
    let outcomes = FallbackOutcomes(
      variations.values, off: isInAppDefaultUsed ? Optional.none : off, sharesOff: true)
    var flag = outcomes.flag(key, owner: owner, default: defaultName)
    flag.tags = group.map { [$0] } ?? []
    for (entry, variation) in zip(values, served) {
      let path = DocumentPath.member("conditionalValues", entry.name)
      var rule = RuleDefinition(
        id: ImportedRuleID.make(system: "firebase", flag: key, path: path), name: entry.name,
        serve: .variation(variation ?? outcomes.off))
      switch entry.proposition {
      case .never: continue
      case .always: rule.when = nil
      case .condition(let condition): rule.when = condition
      }
      flag.rules.append(rule)
    }
    return flag
  }

  // MARK: Values

  private func given(_ node: SourceNode, _ draft: inout ImportDraft) -> Given? {
    if node["useInAppDefault"].bool == true {
      let path = node["useInAppDefault"].path
      guard self.node["valueType"].string != "BOOLEAN" else {
        draft.leaveOut(path, "a boolean that the app decides has no equal: without a value a flag is off")
        return nil
      }
      draft.change(path, "the app's own default is what code gives when it reads the property `value`, which is null")
      return .inAppDefault
    }
    for name in ["rolloutValue", "personalizationValue", "experimentValue"] where !node[name].isAbsent {
      draft.leaveOut(node[name].path, "only Firebase's servers know who gets this value")
      return nil
    }
    let value = node["value"]
    guard let text = value.string else {
      draft.unknown(value, "value")
      return nil
    }
    return typed(text, value, &draft).map(Given.value)
  }

  private func typed(_ text: String, _ node: SourceNode, _ draft: inout ImportDraft) -> JSONValue? {
    let type = self.node["valueType"]
    let value: JSONValue?
    switch type.string {
    case nil, "STRING", "PARAMETER_VALUE_TYPE_UNSPECIFIED": return .string(text)
    case "BOOLEAN":
      value = ["true", "false"].first { $0 == text.lowercased() }.map { .bool($0 == "true") }
    case "NUMBER":
      value = FirebaseNumber.parse(text).map(JSONValue.number)
    case "JSON": value = try? JSONValue(parsing: text.utf8)
    default:
      draft.unknown(type, "value type")
      return nil
    }
    if value == nil { draft.leaveOut(node.path, "\(node.value.shown) is not \(type.string ?? "")") }
    return value
  }
}

/// The distinct values of a parameter and the variations that stand for them.
private struct FirebaseVariations {
  private(set) var values: [(name: String, value: JSONValue)] = []
  private var known: [JSONValue: String] = [:]
  private var names = VariationNames()

  init(isBoolean: Bool) {
    guard isBoolean else { return }
    values = [("off", false), ("on", true)]
    known = [false: "off", true: "on"]
  }

  /// The variation of a value; a new one is named after what first gives it.
  mutating func name(of value: JSONValue, for source: String) -> String {
    if let name = known[value] { return name }
    let name = names.name(for: source)
    values.append((name, value))
    known[value] = name
    return name
  }
}
