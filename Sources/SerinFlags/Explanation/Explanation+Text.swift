extension Explanation: CustomStringConvertible {
  /// The explanation as text; see ``lines``.
  public var description: String { lines.joined(separator: "\n") }

  /// The explanation as lines for a terminal, inner parts indented by two spaces.
  public var lines: [String] {
    var lines = [
      "\(flag): \(evaluation.isEnabled ? "on" : "off"), variation \(shown(evaluation.variation)), \(decider)"
    ]
    lines += issues.map { "  \($0)" }
    lines += prerequisites.map { "  requires \($0.words)" }
    for (index, rule) in rules.enumerated() {
      let name = rule.name.map { " \(DocumentPath.quoted($0))" } ?? ""
      lines.append("  rule \(index + 1) \(rule.id)\(name): \(rule.result.words)")
      if let condition = rule.condition { condition.append(to: &lines, indent: "    ") }
      if let rollout = rule.rollout { lines.append("    rollout: \(rollout.words)") }
      if let split = rule.split { lines.append("    \(split.words)") }
    }
    return lines
  }

  private var decider: String {
    switch evaluation.reason {
    case .ruleMatched: "by rule \(evaluation.ruleId)"
    case .notDrawn: "by rule \(evaluation.ruleId), whose percentage does not include this unit"
    case .noRule: "since no rule decided"
    case .killed: "since the flag is killed"
    case .malformed: "since the flag is malformed"
    case .prerequisiteFailed: "since a flag that it requires does not serve what is required"
    case .cycle: "since the flag requires itself"
    case .undecided: "since something that it depends on could not be read in time"
    default: "reason \(evaluation.reason.rawValue)"
    }
  }

  private func shown(_ variation: String) -> String {
    variation.isEmpty ? "none" : variation
  }
}

extension PrerequisiteTrace {
  fileprivate var words: String {
    let wanted: String
    switch prerequisite.requirement {
    case .enabled(let isEnabled): wanted = isEnabled ? "enabled" : "not enabled"
    case .serves(let variation): wanted = "serving \(variation)"
    }
    let found: String
    if reason == nil {
      found = isMet == nil ? "not reached" : "there is no such flag"
    } else if let variation {
      found = "it serves \(variation), \(isEnabled ? "enabled" : "not enabled")"
    } else {
      found = "it is \(reason?.rawValue ?? "")"
    }
    let verdict = isMet.map { $0 ? "met" : "not met" } ?? (reason == nil ? "open" : "undecided")
    return "\(prerequisite.flag) \(wanted): \(verdict) (\(found))"
  }
}

extension RuleTrace.Result {
  fileprivate var words: String {
    switch self {
    case .matched: "matched"
    case .notMatched: "not matched"
    case .unknown: "unknown, so not matched"
    case .undecided: "undecided"
    case .notReached: "not reached"
    }
  }
}

extension ConditionTrace {
  fileprivate func append(to lines: inout [String], indent: String) {
    switch self {
    case .group(let group, let parts, let truth):
      lines.append("\(indent)\(group.rawValue): \(truth.word)")
      for part in parts { part.append(to: &lines, indent: indent + "  ") }
    case .comparison(let condition, let actual, let truth):
      let value = actual.map { "is \($0.text())" } ?? "absent"
      lines.append("\(indent)\(condition.words): \(truth.word) (\(value))")
    case .segment(let key, let inner, let truth):
      lines.append("\(indent)segment \(key): \(truth.word)\(inner == nil ? " (as above)" : "")")
      inner?.append(to: &lines, indent: indent + "  ")
    case .percent(_, let draw, let truth):
      lines.append("\(indent)percent: \(truth.word) (\(draw.words))")
    case .other(let condition, let truth, let isDecided):
      lines.append("\(indent)\(condition.words): \(isDecided ? truth.word : "undecided")")
    }
  }
}
