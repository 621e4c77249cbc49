import SerinFlags

extension UnleashReader {
  /// The rules of a feature: its strategies in their order, the first one that matches decides.
  mutating func rules(
    of feature: JSONValue, name: String, path: String, after dependencies: Formula, outcomes: inout UnleashOutcomes
  ) -> [RuleDefinition] {
    let strategies = findings.array("strategies", of: feature, path: path)
    var rules: [RuleDefinition] = []
    let strategiesPath = DocumentPath.member(path, "strategies")
    isOnlyStrategy = strategies.count < 2
    // A feature without strategies is for everybody.
    for (index, strategy) in (strategies.isEmpty ? [["name": "default"]] : strategies).enumerated() {
      let place = DocumentPath.element("strategies", index)
      let strategyPath = DocumentPath.element(strategiesPath, index)
      if findings.bool("disabled", of: strategy, path: strategyPath) {
        findings.leaveOut(
          DocumentPath.member(strategyPath, "disabled"),
          "is true; Unleash's server does not send such a strategy to clients")
      }
      var target = self.strategy(strategy, feature: name, path: strategyPath)
      let constraints = self.constraints(of: strategy, path: strategyPath)
      let segments = self.segments(of: strategy, path: strategyPath)
      target.formula = .all([dependencies, constraints, segments, target.formula])
      let isOwn = !findings.array("variants", of: strategy, path: strategyPath).isEmpty
      let holder = isOwn ? strategy : feature
      let variants = UnleashVariants(
        list: findings.array("variants", of: holder, path: isOwn ? strategyPath : path),
        path: DocumentPath.member(isOwn ? strategyPath : path, "variants"),
        groupID: isOwn ? target.groupID : name, stickiness: isOwn ? target.stickiness : .standard)
      let title = findings.description("title", of: strategy, path: strategyPath, maximumBytes: 256)
      for (part, rule) in self.rules(for: target, variants: variants, outcomes: &outcomes) {
        let id = ImportedRuleID.make(system: "unleash", flag: name, path: place + part)
        rules.append(Self.rule(id: id, name: title, when: rule.when, rollout: target.rollout, serve: rule.serve))
      }
    }
    return rules
  }

  /// A rule of a strategy.
  ///
  /// A split that names no attribute is drawn on what its rule's rollout is drawn on. Where that is another attribute, the
  /// rollout becomes a condition.
  private static func rule(
    id: String, name: String?, when condition: Condition?, rollout: Rollout?, serve: Serve
  ) -> RuleDefinition {
    guard case .split(let split) = serve, split.by == nil, let rollout, rollout.by != nil else {
      return RuleDefinition(id: id, name: name, when: condition, rollout: rollout, serve: serve)
    }
    var share = rollout
    share.otherwise = nil
    let formula = Formula.all([condition.map { .condition($0) } ?? .always, .condition(.percent(share))])
    return RuleDefinition(id: id, name: name, when: formula.when, serve: serve)
  }

  /// The rules of one strategy, each with what makes its id different from the others.
  private mutating func rules(
    for target: UnleashStrategy, variants: UnleashVariants, outcomes: inout UnleashOutcomes
  ) -> [(part: String, rule: (when: Condition?, serve: Serve))] {
    var rules: [(part: String, rule: (when: Condition?, serve: Serve))] = []
    func add(_ part: String, _ formula: Formula, _ serve: Serve) {
      let formula = Formula.all([target.formula, formula])
      if formula != .never { rules.append((part, (formula.when, serve))) }
    }
    var arms: [Split.Arm] = []
    for (index, variant) in variants.list.enumerated() {
      let path = DocumentPath.element(variants.path, index)
      let variation = outcomes.variation(of: variant, path: path, findings: &findings)
      add(".variants[\(index)].overrides", overrides(of: variant, path: path), .variation(variation))
      let weight = variant["weight"]?.numberValue ?? -1
      if weight.exactWeight == nil { findings.leaveOut(DocumentPath.member(path, "weight"), "is not a whole number") }
      if weight > 0 { arms.append(Split.Arm(variation, weight: weight)) }
    }
    guard let first = arms.first else {
      add("", .always, .variation(outcomes.on))
      return rules
    }
    guard arms.count > 1 else {
      add("", .always, .variation(first.variation))
      return rules
    }
    let stickiness = self.stickiness(of: variants)
    if stickiness == .random {
      findings.leaveOut(variants.path, "are drawn anew at each evaluation; Serin draws once for each unit")
    }
    // A split without a unit is served as one that is not drawn, but in Unleash the feature is on all the same.
    if !(target.hasUnit && target.stickiness == stickiness) {
      findings.changed(
        variants.path,
        "a context without \(stickiness.by ?? "userId and sessionId") gets one at random in Unleash; "
          + "here it always gets \(DocumentPath.quoted(first.variation))")
      add(".variants.random", stickiness.absence, .variation(first.variation))
    }
    add("", .always, .split(Split(arms, salt: variants.groupID, by: stickiness.by, draw: .unleash)))
    return rules
  }

  /// What the variants are drawn on: what one of them says, else what the strategy is drawn on.
  private mutating func stickiness(of variants: UnleashVariants) -> UnleashStickiness {
    let names = variants.list.compactMap { $0["stickiness"]?.stringValue }.filter { !$0.isEmpty }
    guard let first = names.first else { return variants.stickiness }
    if !names.allSatisfy({ $0.hasSameBytes(as: first) }) {
      findings.leaveOut(variants.path, "are drawn on different fields")
    }
    return stickiness(first, path: variants.path)
  }

  /// The contexts that a variant is fixed for.
  private mutating func overrides(of variant: JSONValue, path: String) -> Formula {
    let overrides = findings.array("overrides", of: variant, path: path)
    let path = DocumentPath.member(path, "overrides")
    return .any(
      overrides.enumerated().map { index, override in
        let constraint: JSONValue = [
          "contextName": override["contextName"] ?? .null, "operator": "IN", "values": override["values"] ?? [],
        ]
        return self.constraint(constraint, path: DocumentPath.element(path, index))
      })
  }
}

/// The variants that a strategy's users share.
struct UnleashVariants {
  let list: [JSONValue]
  let path: String
  /// What the draw is salted with.
  let groupID: String
  /// What is drawn on when the variants do not say.
  let stickiness: UnleashStickiness
}

extension Double {
  /// The number when it is a whole one from 0 to a million.
  fileprivate var exactWeight: Double? {
    self >= 0 && self <= 1_000_000 && self == rounded() ? self : nil
  }
}
