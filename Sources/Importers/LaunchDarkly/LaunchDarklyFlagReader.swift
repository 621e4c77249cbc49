import SerinFlags

/// Reads one flag of LaunchDarkly's flag data.
struct LaunchDarklyFlagReader {
  let key: String
  let node: SourceNode
  /// The variations of every flag, for prerequisites.
  let variations: [ExactString: LaunchDarklyVariations]
  let segments: LaunchDarklySegments
  var kind = FlagKind.release

  init(
    key: String, node: SourceNode, variations: [ExactString: LaunchDarklyVariations], segments: LaunchDarklySegments
  ) {
    self.key = key
    self.node = node
    self.variations = variations
    self.segments = segments
  }

  var own: LaunchDarklyVariations { variations[ExactString(key)] ?? LaunchDarklyVariations(node) }

  mutating func read(_ draft: inout ImportDraft) -> FlagDefinition? {
    guard draft.check(node, LaunchDarklyShapes.flag) else { return nil }
    let outcomes = FallbackOutcomes(own.values, off: offValue(&draft))
    var rules = targets(&draft)
    for rule in node["rules"].elements {
      let verdict = Verdict.all(rule["clauses"].elements.map { LaunchDarklyClause($0).verdict(segments, &draft) })
      guard let serve = serve(of: rule, &draft) else { continue }
      add(rule.path, verdict.holds, serve, to: &rules)
    }
    var rest = outcomes.off
    switch serve(of: node["fallthrough"], &draft) {
    case .variation(let name): rest = name
    case .split(let split): add(node["fallthrough"].path, .always, .split(split), to: &rules)
    case nil: break
    }
    var flag = outcomes.flag(key, kind: kind, owner: draft.owner, default: rest)
    flag.isKilled = node["on"].bool != true
    flag.rules = rules
    flag.prerequisites = node["prerequisites"].elements.compactMap { prerequisite($0, &draft) }
    return flag
  }

  private func add(_ path: String, _ formula: Formula, _ serve: Serve, to rules: inout [RuleDefinition]) {
    guard formula != .never else { return }
    let id = ImportedRuleID.make(system: "launchdarkly", flag: key, path: path)
    rules.append(RuleDefinition(id: id, when: formula.when, serve: serve))
  }

  /// What the flag gives when it is off or a prerequisite fails; nil for the default in code.
  private func offValue(_ draft: inout ImportDraft) -> JSONValue? {
    let node = node["offVariation"]
    let isBoolean = own.values.allSatisfy { $0.value.boolValue != nil }
    let isUsed = self.node["on"].bool != true || !self.node["prerequisites"].elements.isEmpty
    if node.isAbsent {
      if isBoolean, isUsed {
        draft.change(node.path, "is missing: when the flag is off the default in code counts there, and false in Serin")
      }
      return nil
    }
    guard let index = node.integer, own.values.indices.contains(index) else {
      draft.unknown(node, "index of a variation")
      return nil
    }
    let value = own.values[index].value
    if isBoolean, value == true {
      if isUsed {
        draft.leaveOut(node.path, "a boolean flag that is true when it is off has no equal")
      } else {
        draft.change(node.path, "when the flag is turned off it is true there, and false in Serin")
      }
    }
    return value
  }

  private func prerequisite(_ node: SourceNode, _ draft: inout ImportDraft) -> Prerequisite? {
    guard let other = node["key"].string else {
      draft.unknown(node["key"], "flag")
      return nil
    }
    guard let variations = variations[ExactString(other)] else {
      draft.leaveOut(node["key"].path, "there is no flag \(DocumentPath.quoted(other)), so this one is always off")
      return nil
    }
    guard let name = variations.name(at: node["variation"]) else {
      draft.unknown(node["variation"], "index of a variation")
      return nil
    }
    if variations.isServedWhenPrerequisitesFail(node["variation"]) {
      draft.leaveOut(
        node["variation"].path,
        "the other flag gives this variation also when its own prerequisites fail, which is "
          + "another outcome in Serin")
    }
    draft.need(other, for: key, at: node["key"].path)
    return Prerequisite(flag: other, .serves(name))
  }

  // MARK: Targets

  /// The rules for users that are named, in LaunchDarkly's order.
  private func targets(_ draft: inout ImportDraft) -> [RuleDefinition] {
    let users = node["targets"].elements
    var ordered: [SourceNode] = []
    if node["contextTargets"].elements.isEmpty {
      ordered = users
    } else {
      for target in node["contextTargets"].elements {
        if LaunchDarklyContextKind.isUser(target["contextKind"]) {
          // It only says when the users' own target of this variation has its turn.
          let first = users.first { $0["variation"].value == target["variation"].value }
          if let first, !ordered.contains(where: { $0.path == first.path }) { ordered.append(first) }
        } else if !target["values"].elements.isEmpty {
          ordered.append(target)
        }
      }
    }
    var rules: [RuleDefinition] = []
    for target in ordered {
      guard LaunchDarklyContextKind.check(target["contextKind"], &draft) else { continue }
      guard let keys = target["values"].strings else {
        draft.unknown(target["values"], "list of keys")
        continue
      }
      guard let name = own.name(at: target["variation"]) else {
        draft.unknown(target["variation"], "index of a variation")
        continue
      }
      add(target.path, .anyValue(of: "userID", .in, keys.map(JSONValue.string)), .variation(name), to: &rules)
    }
    return rules
  }
}
