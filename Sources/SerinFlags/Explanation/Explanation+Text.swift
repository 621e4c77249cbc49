extension Explanation: CustomStringConvertible {
  /// The explanation as text; see ``lines``.
  public var description: String { lines.joined(separator: "\n") }

  /// The explanation as lines for a terminal, inner parts indented by two spaces.
  public var lines: [String] {
    var lines = [
      "\(flag): \(evaluation.isEnabled ? "on" : "off"), variation \(shown(evaluation.variation)), \(decider)"
    ]
    lines += issues.map { "  \($0)" }
    for (index, rule) in rules.enumerated() {
      let name = rule.name.map { " \(DocumentPath.quoted($0))" } ?? ""
      lines.append("  rule \(index + 1) \(rule.id)\(name): \(rule.result.words)")
      if let condition = rule.condition { condition.append(to: &lines, indent: "    ") }
      if let rollout = rule.rollout { lines.append("    \(rollout.words)") }
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
    default: "reason \(evaluation.reason.rawValue)"
    }
  }

  private func shown(_ variation: String) -> String {
    variation.isEmpty ? "none" : variation
  }
}

extension RuleTrace.Result {
  fileprivate var words: String {
    switch self {
    case .matched: "matched"
    case .notMatched: "not matched"
    case .unknown: "unknown, so not matched"
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
    }
  }
}

extension AttributeCondition {
  fileprivate var words: String {
    let wanted: String
    switch self.operator.operand {
    case .none: wanted = ""
    case .scalars, .ranges: wanted = " " + JSONValue.array(values).text()
    case .division: wanted = " \((values.first ?? .null).text()) leaves \((values.last ?? .null).text())"
    case .text, .pattern, .number, .version, .instant, .scalar: wanted = " " + (values.first ?? .null).text()
    }
    return "\(attribute) \(self.operator.rawValue)\(wanted)\(ignoringCase ? " ignoring case" : "")"
  }
}

extension DrawTrace {
  fileprivate var words: String {
    let percent = percentText(threshold)
    if threshold == 0 { return "rollout: 0 % is nobody" }
    if threshold >= Draw.range { return "rollout: 100 % is everybody" }
    guard let unit, let number else { return "rollout: \(percent), but there is no unit to draw on" }
    let verdict = isDrawn ? "is below \(percent): in" : "is not below \(percent): not in"
    return "rollout: \(attribute) \(DocumentPath.quoted(unit)) with salt \(DocumentPath.quoted(salt)) draws "
      + "\(percentText(number)), which \(verdict)"
  }
}

extension SplitTrace {
  fileprivate var words: String {
    guard let unit, let number, let variation else { return "split: there is no unit to draw on" }
    return "split: \(attribute) \(DocumentPath.quoted(unit)) with salt \(DocumentPath.quoted(salt)) draws "
      + "\(percentText(number)), which is variation \(variation)"
  }
}

/// A number of the draw or a threshold as a percentage, with as many decimals as it needs.
private func percentText(_ micro: UInt32) -> String {
  let (whole, fraction) = micro.quotientAndRemainder(dividingBy: 1_000_000)
  guard fraction > 0 else { return "\(whole) %" }
  let digits = String(fraction)
  var decimals = String(repeating: "0", count: 6 - digits.utf8.count) + digits
  while decimals.hasSuffix("0") { decimals.removeLast() }
  return "\(whole).\(decimals) %"
}
