@testable import SerinFlags

/// A second evaluator, straight from the definitions: slow, without a memo, and as plain as the words of the design.
///
/// It shares with the real one only what has vectors of its own: the draws, the patterns and the readers of values.
struct ReferenceEvaluator {
  let document: RulesetDocument
  let lists: [String: Set<String>]
  let context: FlagContext
  let now: Timestamp
  let facts: [BehaviourFact: Bool]

  /// The answers of all flags that are not archived, by their keys.
  func all() -> [ExactString: Evaluation] {
    var answers: [ExactString: Evaluation] = [:]
    for entry in document.flags where !entry.isArchived { answers[ExactString(entry.key)] = evaluate(entry.key) }
    return answers
  }

  /// The answer of one flag; nil when it is unknown or archived.
  func evaluate(_ key: String) -> Evaluation? {
    guard let entry = flag(key) else { return nil }
    guard let definition = entry.definition else {
      guard entry.json["killed"] == true else { return nothing(key, .malformed) }
      // The values that can still be read of such a flag are looked at elsewhere.
      return nothing(key, .killed, variation: entry.json["off"]?.stringValue ?? "off")
    }
    if definition.isKilled { return killed(definition) }
    if makesNoSense(definition) || segments(of: definition).contains(where: isUnusable) {
      return nothing(key, .malformed)
    }
    if isOnCycle(key) { return answer(definition, definition.off, "default", .cycle) }
    return checked(definition) ?? tried(definition)
  }

  private func flag(_ key: String) -> FlagEntry? {
    document.flags.first { $0.key.hasSameBytes(as: key) && !$0.isArchived }
  }

  // MARK: - Answers

  private func nothing(_ key: String, _ reason: FlagReason, variation: String = "") -> Evaluation {
    Evaluation(key: key, kind: nil, isEnabled: false, ruleId: "", variation: variation, reason: reason, value: .null)
  }

  private func killed(_ flag: FlagDefinition) -> Evaluation {
    let properties = defaults(of: flag)
    return Evaluation(
      key: flag.key, kind: flag.kind, isEnabled: false, ruleId: "", variation: flag.off, properties: properties,
      reason: .killed, value: flag.value.map { properties[$0] ?? .null })
  }

  private func defaults(of flag: FlagDefinition) -> JSONObject {
    var properties = JSONObject()
    for property in flag.properties { properties[property.name] = property.default }
    return properties
  }

  private func answer(_ flag: FlagDefinition, _ variation: String, _ ruleId: String, _ reason: FlagReason) -> Evaluation
  {
    let served = flag.variations.first { $0.name.hasSameBytes(as: variation) }
    var properties = defaults(of: flag)
    if let served, served.isEnabled {
      for member in served.properties { properties[member.name] = member.value }
    }
    return Evaluation(
      key: flag.key, kind: flag.kind, isEnabled: served?.isEnabled ?? false, ruleId: ruleId, variation: variation,
      properties: properties, reason: reason, value: flag.value.map { properties[$0] ?? .null })
  }

  // MARK: - Prerequisites and rules

  /// The answer when a prerequisite is not met or not decided; nil when the rules are tried.
  private func checked(_ flag: FlagDefinition) -> Evaluation? {
    let met = flag.prerequisites.map { prerequisite -> Bool? in
      guard let other = evaluate(prerequisite.flag), other.reason != .malformed else { return false }
      if other.reason == .undecided { return nil }
      switch prerequisite.requirement {
      case .enabled(let isEnabled): return other.isEnabled == isEnabled
      case .serves(let variation): return other.variation.hasSameBytes(as: variation)
      }
    }
    if met.contains(false) { return answer(flag, flag.off, "default", .prerequisiteFailed) }
    return met.contains(nil) ? nothing(flag.key, .undecided) : nil
  }

  private func tried(_ flag: FlagDefinition) -> Evaluation {
    for rule in flag.rules {
      let truth = rule.when.map(truth) ?? [.yes]
      if truth == [.yes] {
        if let served = served(flag, rule) { return served }
      } else if truth.contains(.yes) {
        return nothing(flag.key, .undecided)
      }
    }
    return answer(flag, flag.default, "default", .noRule)
  }

  /// What a rule that matches gives; nil when the next rules are tried.
  private func served(_ flag: FlagDefinition, _ rule: RuleDefinition) -> Evaluation? {
    var missed: Evaluation?
    switch rule.rollout?.otherwise {
    case .continue: missed = nil
    case .variation(let name): missed = answer(flag, name, rule.id, .notDrawn)
    case nil: missed = answer(flag, flag.off, rule.id, .notDrawn)
    }
    if let rollout = rule.rollout, isIncluded(rollout) != true { return missed }
    switch rule.serve {
    case .variation(let name): return answer(flag, name, rule.id, .ruleMatched)
    case .split(let split):
      guard let name = arm(of: split, rule) else { return missed }
      return answer(flag, name, rule.id, .ruleMatched)
    }
  }

  // MARK: - Conditions

  /// The truths that a condition may turn out to have: one, or several while something is undecided.
  func truth(_ condition: Condition) -> Set<Truth> {
    switch condition {
    case .all(let parts):
      return parts.map(truth).reduce([.yes]) { combined($0, $1) { [$0, $1].contains(.no) ? .no : both($0, $1, .yes) } }
    case .any(let parts):
      return parts.map(truth).reduce([.no]) { combined($0, $1) { [$0, $1].contains(.yes) ? .yes : both($0, $1, .no) } }
    case .not(let part):
      let opposites: [Truth: Truth] = [.yes: .no, .no: .yes, .unknown: .unknown]
      return Set(truth(part).compactMap { opposites[$0] })
    case .attribute(let comparison):
      return [ReferenceComparison(comparison).truth(of: value(of: comparison.attribute))]
    case .segment(let key):
      return document.segments.first { $0.key.hasSameBytes(as: key) }?.definition.map { truth($0.condition) } ?? []
    case .percent(let rollout):
      return [isIncluded(rollout).map(Truth.init) ?? .unknown]
    case .flag(let key, let variation):
      guard let other = evaluate(key), other.reason != .malformed else { return [.unknown] }
      return other.reason == .undecided ? [.yes, .no] : [Truth(other.variation.hasSameBytes(as: variation))]
    case .now(.before, let instant): return [Truth(now < instant)]
    case .now(.after, let instant): return [Truth(!(now < instant))]
    case .list(let list):
      return [unit(list.by).map { unit in Truth(list.ids.contains { $0.hasSameBytes(as: unit) }) } ?? .unknown]
    case .listed(let list):
      return [unit(list.by).map { Truth(lists[list.digest]?.contains(where: $0.hasSameBytes) == true) } ?? .unknown]
    case .behaviour(let fact):
      return facts[fact].map { [Truth($0)] } ?? [.yes, .no]
    }
  }

  private func both(_ left: Truth, _ right: Truth, _ neutral: Truth) -> Truth {
    left == neutral && right == neutral ? neutral : .unknown
  }

  private func combined(_ left: Set<Truth>, _ right: Set<Truth>, _ combine: (Truth, Truth) -> Truth) -> Set<Truth> {
    Set(left.flatMap { first in right.map { combine(first, $0) } })
  }

  /// An attribute; nil when it is absent, null or an empty id.
  func value(of attribute: String) -> JSONValue? {
    switch attribute {
    case "userID": return text(context.userID)
    case "deviceID": return text(context.deviceID)
    default:
      // A `nil` in an expression of this type could be read as JSON's null.
      guard let value = context.attributes[attribute], !value.isNull else { return Optional.none }
      return value
    }
  }

  private func text(_ id: String?) -> JSONValue? {
    guard let id, !id.isEmpty else { return Optional.none }
    return .string(id)
  }

  /// What lists look for and Serin's own draw is drawn on.
  func unit(_ attribute: String?) -> String? {
    guard let attribute else { return unit("userID") ?? unit("deviceID") }
    return value(of: attribute)?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
  }
}
