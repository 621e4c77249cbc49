// Conditions and draws in words, for explanations.

extension Condition {
  /// A condition that is not a group, on one line.
  var words: String {
    switch self {
    case .attribute(let condition): condition.words
    case .segment(let key): "segment \(key)"
    case .flag(let key, let variation): "flag \(key) serves \(variation)"
    case .now(let relation, let instant): "now is \(relation == .before ? "before" : "not before") \(instant)"
    case .list(let list): "\(list.by ?? "the unit") is one of \(list.ids.count) listed ids"
    case .listed(let list): "\(list.by ?? "the unit") is one of \(list.count) listed ids"
    case .behaviour(let fact): fact.words
    case .percent, .all, .any, .not: "percent"
    }
  }
}

extension BehaviourFact {
  fileprivate var words: String {
    switch action {
    case .seen(let flag): "has seen \(flag) within \(withinDays) days"
    case .did(let event): "did \(event) within \(withinDays) days"
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
  var words: String {
    guard let number else {
      if isPastDeadline { return "the deadline has passed: everybody is in" }
      if isDrawn { return "100 % is everybody" }
      return threshold == 0 ? "0 % is nobody" : "\(percent(threshold)), but there is no unit to draw on"
    }
    let verdict = isDrawn ? "is below \(percent(threshold)): in" : "is not below \(percent(threshold)): not in"
    return "\(drawn(attribute, unit, salt, draw)) draws \(percent(number)), which \(verdict)"
  }

  private func percent(_ number: UInt64) -> String { percentText(number, of: range) }
}

extension SplitTrace {
  var words: String {
    guard let number else { return "split: there is no unit to draw on" }
    // The weights of some systems need not add up to everybody.
    let verdict = variation.map { "is variation \($0)" } ?? "is behind the last weight"
    return "split: \(drawn(attribute, unit, salt, draw)) draws \(percentText(number, of: range)), which \(verdict)"
  }
}

private func drawn(_ attribute: String, _ unit: String?, _ salt: String, _ draw: DrawAlgorithm) -> String {
  let unit = unit.map { " \(DocumentPath.quoted($0))" } ?? ""
  let algorithm = draw == .sha256 ? "" : " by \(draw.rawValue)"
  return "\(attribute)\(unit) with salt \(DocumentPath.quoted(salt))\(algorithm)"
}

/// A number of a draw as a percentage, with as many decimals as it needs and six at most.
private func percentText(_ number: UInt64, of range: UInt64) -> String {
  let (high, low) = number.multipliedFullWidth(by: 100_000_000)
  guard high < range else { return "100 %" }
  let (whole, fraction) = range.dividingFullWidth((high, low)).quotient.quotientAndRemainder(dividingBy: 1_000_000)
  guard fraction > 0 else { return "\(whole) %" }
  let digits = String(fraction)
  var decimals = String(repeating: "0", count: 6 - digits.utf8.count) + digits
  while decimals.hasSuffix("0") { decimals.removeLast() }
  return "\(whole).\(decimals) %"
}
