import SerinFlags

/// Reads one setting of a config.
struct ConfigCatSettingReader {
  let key: String
  let node: SourceNode
  let config: ConfigCatConfig
  /// The attribute that percentage options are drawn on; nil for the unit.
  private var by: String?

  init(key: String, node: SourceNode, config: ConfigCatConfig) {
    self.key = key
    self.node = node
    self.config = config
  }

  mutating func read(_ draft: inout ImportDraft) -> FlagDefinition? {
    guard draft.check(node, ConfigCatShapes.setting) else { return nil }
    guard let variations = config.variations[ExactString(key)] else {
      draft.unknown(node["t"], "type of setting")
      return nil
    }
    guard let value = variations.type.value(in: node["v"]) else {
      draft.leaveOut(node["v"].path, "\(node["v"].value.shown) is no value of the setting's type (v6 of the config)")
      return nil
    }
    if !node["a"].isAbsent, let name = ConfigCatTest.attribute(node["a"], &draft), name != "userID" { by = name }
    var rules = node["r"].elements.compactMap { rule(of: $0, variations, &draft) }
    if let serve = split(of: node["p"], variations, &draft) {
      rules.append(rule(nil, .always, serve, at: node["p"].path))
    }
    let outcomes = FallbackOutcomes(variations.values, off: value, sharesOff: true)
    var flag = outcomes.flag(key, owner: draft.owner, default: variations.name(of: value))
    flag.rules = rules
    return flag
  }

  private func rule(
    of node: SourceNode, _ variations: ConfigCatVariations, _ draft: inout ImportDraft
  ) -> RuleDefinition? {
    let conditions = node["c"].elements
    guard !conditions.isEmpty || node["s"].isAbsent else {
      draft.leaveOut(node["c"].path, "a targeting rule without conditions is not the same in every SDK of ConfigCat")
      return nil
    }
    let condition = Formula.all(conditions.map { self.condition($0, &draft) })
    let serve: Serve?
    if node["s"].isAbsent {
      serve = split(of: node["p"], variations, &draft)
    } else {
      serve = variation(of: node["s"], variations, &draft).map(Serve.variation)
    }
    if case .never = condition { return nil }
    return serve.map { rule(nil, condition, $0, at: node.path) }
  }

  private func rule(_ name: String?, _ condition: Formula, _ serve: Serve, at path: String) -> RuleDefinition {
    var rule = RuleDefinition(
      id: ImportedRuleID.make(system: "configcat", flag: key, path: path), name: name, serve: serve)
    if case .condition(let condition) = condition { rule.when = condition }
    if case .split = serve {
      // Without the attribute that is drawn on, ConfigCat goes on to the next rule.
      rule.rollout = Rollout(percent: .everybody, by: by, salt: key, draw: .configCat, otherwise: .continue)
    }
    return rule
  }

  private func variation(
    of node: SourceNode, _ variations: ConfigCatVariations, _ draft: inout ImportDraft
  ) -> String? {
    let name = variations.type.value(in: node["v"]).flatMap(variations.name)
    if name == nil {
      draft.leaveOut(node["v"].path, "\(node["v"].value.shown) is no value of the setting's type")
    }
    return name
  }

  /// The split of percentage options; nil when there are none.
  private func split(
    of node: SourceNode, _ variations: ConfigCatVariations, _ draft: inout ImportDraft
  ) -> Serve? {
    var arms: [Split.Arm] = []
    var sum = 0
    for option in node.elements {
      guard let percentage = option["p"].integer, percentage >= 0, percentage <= 100 else {
        draft.unknown(option["p"], "whole percentage")
        return nil
      }
      sum += percentage
      guard let name = variation(of: option, variations, &draft) else { return nil }
      if percentage > 0 { arms.append(Split.Arm(name, weight: Double(percentage))) }
    }
    guard !node.elements.isEmpty else { return nil }
    guard sum == 100 else {
      draft.leaveOut(node.path, "the percentages add up to \(sum) instead of 100; ConfigCat's SDKs differ about that")
      return nil
    }
    return .split(Split(arms, salt: key, by: by, draw: .configCat))
  }

  // MARK: Conditions

  private func condition(_ node: SourceNode, _ draft: inout ImportDraft) -> Formula {
    if !node["u"].isAbsent { return ConfigCatTest(node["u"], &draft)?.passes ?? .never }
    if !node["s"].isAbsent { return segment(node["s"], &draft) }
    if !node["p"].isAbsent { return prerequisite(node["p"], &draft) }
    draft.unknown(node, "condition")
    return .never
  }

  private func segment(_ node: SourceNode, _ draft: inout ImportDraft) -> Formula {
    guard let index = node["s"].integer, config.segments.indices.contains(index) else {
      draft.unknown(node["s"], "segment")
      return .never
    }
    let segment = config.segments[index]
    guard !segment.tests.contains(where: \.isUnreadable) else {
      draft.leaveOut(node["s"].path, "the segment cannot be imported")
      return .never
    }
    switch node["c"].integer {
    case 0: return segment.key.map { .condition(.segment($0)) } ?? .all(segment.tests.map(\.passes))
    case 1:
      // The first condition that does not pass decides; when it cannot be evaluated the rule is skipped.
      return .any(
        segment.tests.indices.map { index in
          .all(segment.tests[..<index].map(\.passes) + [segment.tests[index].fails])
        })
    default:
      draft.unknown(node["c"], "comparator of segments")
      return .never
    }
  }

  private func prerequisite(_ node: SourceNode, _ draft: inout ImportDraft) -> Formula {
    guard let other = node["f"].string, let variations = config.variations[ExactString(other)] else {
      draft.unknown(node["f"], "setting")
      return .never
    }
    guard let value = variations.type.value(in: node["v"]) else {
      draft.leaveOut(node["v"].path, "\(node["v"].value.shown) is no value of the other setting's type")
      return .never
    }
    draft.need(other, for: key, at: node["f"].path)
    let isNegated = node["c"].integer == 1
    guard isNegated || node["c"].integer == 0 else {
      draft.unknown(node["c"], "comparator of prerequisites")
      return .never
    }
    return .any(
      variations.values.filter { ($0.value == value) != isNegated }.map { .condition(.flag(other, serves: $0.name)) })
  }
}
