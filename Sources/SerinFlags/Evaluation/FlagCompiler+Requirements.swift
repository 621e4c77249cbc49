// What a flag takes from the rest of its ruleset.
extension FlagCompiler {
  /// The flag's requirements, or nil when it looks at nothing beside the context and the time.
  mutating func requirements(_ registry: inout ReferenceRegistry) throws(DocumentError) -> FlagRequirements? {
    var prerequisites: [(flag: Int32, requirement: Prerequisite.Requirement)] = []
    for prerequisite in definition.prerequisites {
      prerequisites.append((program.use(flag: prerequisite.flag, &registry), prerequisite.requirement))
    }
    guard !program.references.isEmpty else { return nil }
    return FlagRequirements(
      number: registry.flag(definition.key), prerequisites: prerequisites, use: program.references,
      prerequisiteFailed: try off(.prerequisiteFailed), cycle: try off(.cycle), malformed: unusable(.malformed),
      undecided: unusable(.undecided))
  }

  private mutating func off(_ reason: FlagReason) throws(DocumentError) -> Int32 {
    try outcome(definition.off, ruleId: Evaluation.defaultRuleId, reason, isDrawn: false, at: member("off"))
  }

  /// An answer that says only why there is none.
  private mutating func unusable(_ reason: FlagReason) -> Int32 {
    add(.unusable(key: definition.key, reason), isDrawn: false)
  }
}

extension Evaluation {
  /// An answer that says only why there is none: the caller's default counts.
  static func unusable(key: String, _ reason: FlagReason) -> Evaluation {
    Evaluation(key: key, kind: nil, isEnabled: false, ruleId: "", variation: "", reason: reason, value: .null)
  }
}
