import SerinFlags

/// Decides flags in the plainest way, by recursion over the document, to compare with.
///
/// Only single comparisons, draws and splits are left to compiled flags, each made for that one purpose. Whatever joins
/// them is written here once more: rules in their order, three-valued logic, segments, prerequisites, cycles.
struct PlainEvaluator {
  let entries: [ExactString: FlagEntry]
  let segments: [ExactString: SegmentEntry]
  private let environmentID: String
  private let context: FlagContext
  private let now: Timestamp
  private let facts: BehaviourAnswers
  let memory = Memory()

  /// What was found before; without it, flags that look at each other in many ways would be decided over and over.
  final class Memory {
    var evaluations: [ExactString: Evaluation?] = [:]
    var truths: [ExactString: Bool?] = [:]
    /// How many segments stand inside one another, or nil for one that is not sound.
    var heights: [ExactString: Int?] = [:]
  }

  /// Prepares the decisions for a context, with every fact that matters known.
  init(_ document: RulesetDocument, _ context: FlagContext, _ now: Timestamp, _ facts: BehaviourAnswers) {
    let entries = document.flags.filter { !$0.isArchived }.map { (ExactString($0.key), $0) }
    self.entries = Dictionary(entries) { _, last in last }
    segments = Dictionary(document.segments.map { (ExactString($0.key), $0) }) { _, last in last }
    environmentID = document.environmentId
    self.context = context
    self.now = now
    self.facts = facts
  }

  /// The answer of a flag, without its properties.
  func evaluation(of key: String) -> Evaluation? {
    if let known = memory.evaluations[ExactString(key)] { return known }
    let evaluation = newEvaluation(of: key)
    memory.evaluations[ExactString(key)] = .some(evaluation)
    return evaluation
  }

  private func newEvaluation(of key: String) -> Evaluation? {
    guard let entry = entries[ExactString(key)] else { return nil }
    let alone = CompiledFlag(entry)
    if alone.isKilled { return alone.evaluate(for: context, at: now) }
    guard let definition = entry.definition, alone.issues.isEmpty, hasSoundSegments(definition) else {
      return Evaluation(key: key, kind: nil, isEnabled: false, ruleId: "", variation: "", reason: .malformed)
    }
    func answer(_ variation: String, _ reason: FlagReason, _ rule: String = Evaluation.defaultRuleId) -> Evaluation {
      let isEnabled = definition.variations.contains { $0.name.hasSameBytes(as: variation) && $0.isEnabled }
      return Evaluation(
        key: key, kind: definition.kind, isEnabled: isEnabled, ruleId: rule, variation: variation, reason: reason)
    }
    if dependsOnItself(key) { return answer(definition.off, .cycle) }
    if !definition.prerequisites.allSatisfy(isMet) { return answer(definition.off, .prerequisiteFailed) }
    for rule in definition.rules where rule.when.map(truth) ?? true == true {
      let decided = decide(rule, of: definition)
      if decided.reason != .noRule { return answer(decided.variation, decided.reason, rule.id) }
    }
    return answer(definition.default, .noRule)
  }

  private func isMet(_ prerequisite: Prerequisite) -> Bool {
    guard let other = evaluation(of: prerequisite.flag), other.reason != .malformed else { return false }
    switch prerequisite.requirement {
    case .enabled(let isEnabled): return other.isEnabled == isEnabled
    case .serves(let variation): return other.variation.hasSameBytes(as: variation)
    }
  }

  /// What a rule gives to those who match it: a flag with this rule alone.
  private func decide(_ rule: RuleDefinition, of definition: FlagDefinition) -> Evaluation {
    var alone = definition
    alone.prerequisites = []
    alone.rules = [rule]
    alone.rules[0].when = nil
    return CompiledFlag(alone).evaluate(for: context, at: now)
  }

  /// What a condition comes to; nil for unknown.
  private func truth(_ condition: Condition) -> Bool? {
    switch condition {
    case .all(let parts):
      let truths = parts.map(truth)
      return truths.contains(false) ? false : truths.contains(nil) ? nil : true
    case .any(let parts):
      let truths = parts.map(truth)
      return truths.contains(true) ? true : truths.contains(nil) ? nil : false
    case .not(let part): return truth(part).map { !$0 }
    case .segment(let key): return truth(ofSegment: ExactString(key))
    case .flag(let key, let variation):
      guard let other = evaluation(of: key), other.reason != .malformed else { return nil }
      return other.variation.hasSameBytes(as: variation)
    case .list(let list):
      return id(list.by).map { id in list.ids.contains { $0.hasSameBytes(as: id) } }
    case .listed(let list):
      let ids = DocumentChecks.lists[list.digest]
      return id(list.by).map { ids?.contains(ListedID($0, environmentID: environmentID)) == true }
    case .behaviour(let fact): return facts[fact]
    case .attribute, .percent, .now: return truthOfLeaf(condition)
    }
  }

  private func truth(ofSegment key: ExactString) -> Bool? {
    if let known = memory.truths[key] { return known }
    let result = segments[key]?.definition.flatMap { truth($0.condition) }
    memory.truths[key] = .some(result)
    return result
  }

  private func truthOfLeaf(_ condition: Condition) -> Bool? {
    let rules = [
      RuleDefinition(id: "true", when: condition, serve: .variation("on")),
      RuleDefinition(id: "false", when: .not(condition), serve: .variation("on")),
    ]
    let flag = CompiledFlag(FlagDefinition(key: "leaf", kind: .release, rules: rules))
    let rule = flag.evaluate(for: context, at: now).ruleId
    return rule == "true" ? true : rule == "false" ? false : nil
  }

  /// The id that lists are searched for.
  private func id(_ attribute: String?) -> String? {
    switch attribute {
    case nil: context.unit
    case "userID": context.userID.flatMap { $0.isEmpty ? nil : $0 }
    case "deviceID": context.deviceID.flatMap { $0.isEmpty ? nil : $0 }
    case .some(let name): context.attributes[name]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
    }
  }
}
