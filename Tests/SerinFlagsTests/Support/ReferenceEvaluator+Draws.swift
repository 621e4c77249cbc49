@testable import SerinFlags

// The percentages and splits of rules.
extension ReferenceEvaluator {
  /// Whether a percentage includes the unit; nil without one.
  func isIncluded(_ rollout: Rollout) -> Bool? {
    if let deadline = rollout.deadline, now >= deadline { return true }
    if rollout.draw == .sha256 {
      if rollout.percent == .nobody { return false }
      if rollout.percent == .everybody { return true }
    }
    let draw = PreparedDraw(rollout.draw, purpose: .rollout, salt: rollout.salt)
    return number(draw, by: rollout.by).map { $0 < draw.threshold(of: rollout.percent) }
  }

  func arm(of split: Split, _ rule: RuleDefinition) -> String? {
    guard let (draw, ends) = ends(of: split, rule), let number = number(draw, by: split.by ?? rule.rollout?.by) else {
      return nil
    }
    return zip(split.arms, ends).first { number < $0.1 }?.0.variation
  }

  private func ends(of split: Split, _ rule: RuleDefinition) -> (PreparedDraw, [UInt64])? {
    let weights = split.arms.map(\.weight)
    let salt = split.salt ?? (rule.rollout.map { $0.salt + "/variation" } ?? "")
    let draw = PreparedDraw(
      split.draw, purpose: .split, salt: salt, totalWeight: split.draw.totalWeight(of: weights))
    return draw.ends(ofWeights: weights).map { (draw, $0) }
  }

  private func number(_ draw: PreparedDraw, by attribute: String?) -> UInt64? {
    if draw.algorithm == .sha256 { return unit(attribute).map { draw.number(of: $0) } }
    var value: JSONValue?
    switch attribute {
    case nil: value = (unit("userID") ?? unit("deviceID") ?? context.userID ?? context.deviceID).map { .string($0) }
    case "userID": value = context.userID.map { .string($0) }
    case "deviceID": value = context.deviceID.map { .string($0) }
    case let name?: value = self.value(of: name)
    }
    return value.flatMap { draw.unit(of: $0) }.map { draw.number(of: $0) } ?? draw.numberWithoutUnit
  }

  /// Whether a rule has a split that its source would refuse.
  func makesNoSense(_ flag: FlagDefinition) -> Bool {
    flag.rules.contains { rule in
      guard case .split(let split) = rule.serve else { return false }
      return ends(of: split, rule) == nil
    }
  }
}
