import SerinFlags

/// Reads one flag of an Eppo configuration.
struct EppoFlagReader {
  let key: String
  let node: SourceNode
  private var outcomes = FallbackOutcomes([], off: nil)
  /// The variations whose value is of the flag's type.
  private var names: Set<ExactString> = []

  /// How many shards Serin's draw `eppo` knows.
  private static let totalShards = 10_000

  init(key: String, node: SourceNode) {
    self.key = key
    self.node = node
  }

  mutating func read(_ draft: inout ImportDraft) -> FlagDefinition? {
    guard draft.check(node, EppoShapes.flag) else { return nil }
    readVariations(&draft)
    var rules: [RuleDefinition] = []
    var endsWithEverybody = false
    for allocation in node["allocations"].elements {
      for rule in self.rules(of: allocation, &draft) {
        rules.append(rule)
        let isEverybody = rule.when == nil && (rule.rollout?.percent ?? .everybody) == .everybody
        endsWithEverybody = endsWithEverybody || isEverybody
      }
    }
    if node["variationType"].string == "BOOLEAN", !endsWithEverybody, node["enabled"].bool == true {
      draft.change(
        node.path, "where no allocation matches, Eppo gives the default in code and Serin gives false")
    }
    var flag = outcomes.flag(key, owner: draft.owner)
    flag.isKilled = node["enabled"].bool != true
    flag.rules = rules
    return flag
  }

  private mutating func readVariations(_ draft: inout ImportDraft) {
    var values: [(name: String, value: JSONValue)] = []
    let type = node["variationType"]
    for (name, variation) in node["variations"].members {
      let value = variation["value"]
      guard let type = EppoVariationType(rawValue: type.string ?? "") else { break }
      if let typed = type.value(of: value.value) {
        values.append((name, typed))
        names.insert(ExactString(name))
      } else {
        draft.note(value.path, "is not \(type.rawValue): Eppo gives the default in code for it, and so does Serin")
      }
    }
    if EppoVariationType(rawValue: type.string ?? "") == nil { draft.unknown(type, "variation type") }
    outcomes = FallbackOutcomes(values, off: nil)
  }

  // MARK: Allocations

  /// The rules of an allocation: one that divides the subjects where its splits do just that, else one a split.
  private func rules(of allocation: SourceNode, _ draft: inout ImportDraft) -> [RuleDefinition] {
    let targeting = Formula.all([period(of: allocation, &draft), self.targeting(of: allocation, &draft)])
    let splits = allocation["splits"].elements
    let shards = splits.map { self.shards(of: $0, &draft) }
    guard !draft.isLeftOut else { return [] }
    let name = allocation["key"].string
    if let division = EppoDivision(shards) {
      let arms = zip(splits, division.weights).map { split, weight in
        Split.Arm(variation(of: split, &draft), weight: Double(weight))
      }
      let serve = Serve.split(Split(arms, salt: division.salt, draw: .eppo))
      // A context without a unit is not divided and goes on to the next rule, as any other that is not drawn.
      let rollout = Self.rollout(division.traffic ?? .everybody(salt: division.salt))
      let rule = self.rule(name, targeting, division.conditions, rollout, serve, at: allocation.path)
      return rule.map { [$0] } ?? []
    }
    return zip(splits, shards).compactMap { split, shards in
      var shards = shards
      var rollout: Rollout?
      if shards.count == 1, let only = shards[0].prefixEnd {
        rollout = Self.rollout(EppoDivision.Traffic(salt: shards[0].salt, end: only))
        shards = []
      }
      return rule(
        name, targeting, shards.map(\.proposition), rollout, .variation(variation(of: split, &draft)), at: split.path)
    }
  }

  private static func rollout(_ traffic: EppoDivision.Traffic) -> Rollout {
    Rollout(
      percent: Percentage(clamping: Double(traffic.end) / 100), salt: traffic.salt, draw: .eppo, otherwise: .continue)
  }

  private func rule(
    _ name: String?, _ targeting: Formula, _ shards: [Formula], _ rollout: Rollout?, _ serve: Serve,
    at path: String
  ) -> RuleDefinition? {
    let id = ImportedRuleID.make(system: "eppo", flag: key, path: path)
    switch Formula.all([targeting] + shards) {
    case .never: return nil
    case .always: return RuleDefinition(id: id, name: name, rollout: rollout, serve: serve)
    case .condition(let condition):
      return RuleDefinition(id: id, name: name, when: condition, rollout: rollout, serve: serve)
    }
  }

  private func variation(of split: SourceNode, _ draft: inout ImportDraft) -> String {
    let node = split["variationKey"]
    if let name = node.string, names.contains(ExactString(name)) { return name }
    if self.node["variations"][node.string ?? ""].isAbsent {
      draft.note(node.path, "is no variation of the flag: Eppo gives the default in code for it, and so does Serin")
    }
    return outcomes.off
  }

  /// While the allocation is in force; both instants belong to it.
  private func period(of allocation: SourceNode, _ draft: inout ImportDraft) -> Formula {
    var parts: [Formula] = []
    for (name, isStart) in [("startAt", true), ("endAt", false)] {
      let node = allocation[name]
      guard !node.isAbsent else { continue }
      guard let instant = node.string.flatMap({ Timestamp(parsing: $0) }) else {
        draft.unknown(node, "instant")
        continue
      }
      parts.append(
        .condition(
          isStart ? .now(.after, instant) : .now(.before, Timestamp(microseconds: instant.microseconds + 1))))
    }
    return .all(parts)
  }

  private func targeting(of allocation: SourceNode, _ draft: inout ImportDraft) -> Formula {
    let rules = allocation["rules"].elements
    guard !rules.isEmpty else { return .always }
    return .any(
      rules.map { rule in
        .all(rule["conditions"].elements.map { EppoCondition($0).proposition(&draft) })
      })
  }

  private func shards(of split: SourceNode, _ draft: inout ImportDraft) -> [EppoShard] {
    let shards = split["shards"].elements.compactMap { EppoShard($0, &draft) }
    if !shards.isEmpty, node["totalShards"].integer != Self.totalShards {
      draft.leaveOut(
        node["totalShards"].path, "\(node["totalShards"].value.shown) is not 10000, the only number that is drawn here")
    }
    return shards.filter { !$0.isEverybody }
  }
}
