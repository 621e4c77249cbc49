/// Turns a definition into the parts of a ``CompiledFlag``.
struct FlagCompiler {
  /// What a compiled flag consists of.
  struct Parts {
    var key: String
    var kind: FlagKind?
    var isKilled = false
    var outcomes: [Evaluation]
    var outcomeIsDrawn: [Bool]
    var issues: [DocumentIssue] = []
    var rules: [CompiledRule] = []
    /// The rules as they are written, also when none is ever tried.
    var definitions: [RuleDefinition] = []
    var fallback = 0
  }

  private let definition: FlagDefinition
  private let defaults: JSONObject
  private var outcomes: [Evaluation] = []
  private var outcomeIsDrawn: [Bool] = []

  init(_ definition: FlagDefinition) {
    self.definition = definition
    defaults = JSONObject(members: definition.properties.map { ($0.name, $0.default) })
  }

  /// Builds every outcome and rule.
  ///
  /// - Throws: ``DocumentError`` when a definition that was built in code does not hold together.
  consuming func compiled() throws(DocumentError) -> Parts {
    var compiler = self
    return try compiler.compile()
  }

  private mutating func compile() throws(DocumentError) -> Parts {
    // A kill holds whatever the rules say, so they are not even looked at.
    if definition.isKilled {
      return Self.killed(
        key: definition.key, kind: definition.kind, variation: definition.off, properties: defaults,
        value: definition.value, rules: definition.rules)
    }
    var rules: [CompiledRule] = []
    for (index, rule) in definition.rules.enumerated() { rules.append(try compile(rule, at: index)) }
    let fallback = try outcome(
      definition.default, ruleId: Evaluation.defaultRuleId, .noRule, isDrawn: false, at: member("default"))
    return Parts(
      key: definition.key, kind: definition.kind, outcomes: outcomes, outcomeIsDrawn: outcomeIsDrawn, rules: rules,
      definitions: definition.rules, fallback: fallback)
  }

  private mutating func compile(_ rule: RuleDefinition, at index: Int) throws(DocumentError) -> CompiledRule {
    let path = DocumentPath.element(member("rules"), index)
    var condition: CompiledCondition?
    if let when = rule.when {
      condition = CompiledCondition(when)
      if condition == nil {
        throw DocumentError(path: DocumentPath.member(path, "when"), message: "has a comparison that makes no sense")
      }
    }
    var inclusion = CompiledRule.Inclusion.everybody
    if let rollout = rule.rollout {
      let draw = CompiledDraw(source: UnitSource(rollout.by), salt: rollout.salt, algorithm: rollout.draw)
      inclusion = .below(rollout.percent.micro, draw)
    }
    let serving = try compile(rule.serve, of: rule, at: DocumentPath.member(path, "serve"))
    return CompiledRule(
      condition: condition, inclusion: inclusion, serving: serving,
      missed: try missed(of: rule, at: path))
  }

  private mutating func compile(
    _ serve: Serve, of rule: RuleDefinition, at path: String
  ) throws(DocumentError) -> CompiledRule.Serving {
    switch serve {
    case .variation(let name):
      return .outcome(try outcome(name, ruleId: rule.id, .ruleMatched, isDrawn: rule.rollout != nil, at: path))
    case .split(let split):
      guard let ends = Split.thresholds(ofWeights: split.arms.map(\.weight)) else {
        throw DocumentError(path: path, message: "has a weight that is not a positive number")
      }
      guard let salt = split.salt ?? rule.rollout.map({ Split.salt(besideRollout: $0.salt) }) else {
        throw DocumentError(path: DocumentPath.member(path, "salt"), message: "is missing")
      }
      var arms: [Int] = []
      var known: [ExactString: Int] = [:]
      for arm in split.arms {
        let name = ExactString(arm.variation)
        // A variation may have several shares; they are one outcome.
        if let index = known[name] {
          arms.append(index)
          continue
        }
        let index = try outcome(arm.variation, ruleId: rule.id, .ruleMatched, isDrawn: true, at: path)
        known[name] = index
        arms.append(index)
      }
      let source = UnitSource(split.by ?? rule.rollout?.by)
      return .split(CompiledDraw(source: source, salt: salt, algorithm: split.draw), ends: ends, outcomes: arms)
    }
  }

  /// The outcome of a unit that is not drawn, or nil when the next rules are tried.
  private mutating func missed(of rule: RuleDefinition, at path: String) throws(DocumentError) -> Int? {
    var name = definition.off
    switch rule.rollout?.otherwise {
    case .continue: return nil
    case .variation(let variation): name = variation
    case nil: break
    }
    var isNeeded = rule.rollout != nil
    if case .split = rule.serve { isNeeded = true }
    guard isNeeded else { return nil }
    let path = DocumentPath.member(DocumentPath.member(path, "rollout"), "otherwise")
    return try outcome(name, ruleId: rule.id, .notDrawn, isDrawn: true, at: path)
  }

  /// Builds an outcome and gives its index.
  private mutating func outcome(
    _ name: String, ruleId: String, _ reason: FlagReason, isDrawn: Bool, at path: String
  ) throws(DocumentError) -> Int {
    guard let variation = definition.variations.first(where: { $0.name.hasSameBytes(as: name) }) else {
      throw DocumentError(path: path, message: "`\(name)` is not a variation of this flag")
    }
    var properties = defaults
    // A disabled outcome always carries the default values.
    if variation.isEnabled {
      for member in variation.properties { properties[member.name] = member.value }
    }
    let evaluation = Evaluation(
      key: definition.key, kind: definition.kind, isEnabled: variation.isEnabled, ruleId: ruleId, variation: name,
      properties: properties, reason: reason, value: definition.value.map { properties[$0] ?? .null })
    outcomes.append(evaluation)
    outcomeIsDrawn.append(isDrawn)
    return outcomes.count - 1
  }

  private func member(_ name: String) -> String {
    DocumentPath.member(DocumentPath.member("flags", definition.key), name)
  }
}
