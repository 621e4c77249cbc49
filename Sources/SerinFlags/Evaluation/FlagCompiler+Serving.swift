// What a rule serves to those who are in.
extension FlagCompiler {
  mutating func compile(
    _ serve: Serve, of rule: RuleDefinition, into compiled: inout CompiledRule, at path: String
  ) throws(DocumentError) {
    switch serve {
    case .variation(let name):
      compiled.outcome = try outcome(name, ruleId: rule.id, .ruleMatched, isDrawn: rule.rollout != nil, at: path)
    case .split(let split):
      try compile(split, of: rule, into: &compiled, at: path)
    }
  }

  private mutating func compile(
    _ split: Split, of rule: RuleDefinition, into compiled: inout CompiledRule, at path: String
  ) throws(DocumentError) {
    guard let salt = split.salt ?? rule.rollout.map({ Split.salt(besideRollout: $0.salt) }) else {
      throw DocumentError(path: DocumentPath.member(path, "salt"), message: "is missing")
    }
    let weights = split.arms.map(\.weight)
    let draw = program.draw(
      split.draw, purpose: .split, salt: salt, by: split.by ?? rule.rollout?.by,
      totalWeight: split.draw.totalWeight(of: weights))
    guard let ends = program.ends(ofWeights: weights, draw: draw) else {
      let problem = split.draw.problem(ofWeights: weights) ?? "are none, or add up to too much"
      throw DocumentError(path: path, message: "the weights \(problem)")
    }
    guard ends.count <= UInt16.max else {
      throw DocumentError(
        path: path, message: "\(ends.count) variations are too many; at most \(UInt16.max) are allowed")
    }
    compiled.split = Int16(clamping: draw)
    compiled.firstArm = Int32(arms.count)
    compiled.armCount = UInt16(ends.count)
    var known: [ExactString: Int32] = [:]
    for (arm, end) in zip(split.arms, ends) {
      // A variation may have several shares; they are one outcome.
      let name = ExactString(arm.variation)
      let index: Int32
      if let earlier = known[name] {
        index = earlier
      } else {
        index = try outcome(arm.variation, ruleId: rule.id, .ruleMatched, isDrawn: true, at: path)
        known[name] = index
      }
      arms.append(CompiledArm(end: end, outcome: index))
    }
  }
}

extension ProgramBuilder {
  /// Where each share of a split ends, or nil when a weight is not a positive number within the limits.
  func ends(ofWeights weights: [Double], draw: Int32) -> [UInt64]? {
    let imported = draws[Int(draw)].imported
    guard imported >= 0 else { return Split.thresholds(ofWeights: weights)?.map(UInt64.init) }
    return importedDraws[Int(imported)].ends(ofWeights: weights)
  }
}
