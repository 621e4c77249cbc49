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
    /// The rules and prerequisites as they are written, also when none is ever tried.
    var ruleDefinitions: [RuleDefinition] = []
    var prerequisiteDefinitions: [Prerequisite] = []
    var program = ProgramBuilder()
    var rules = FlagRules()
    var requirements: FlagRequirements?
  }

  let definition: FlagDefinition
  private let defaults: JSONObject
  private(set) var outcomes: [Evaluation] = []
  private(set) var outcomeIsDrawn: [Bool] = []
  var program = ProgramBuilder()
  var arms: [CompiledArm] = []

  init(_ definition: FlagDefinition) {
    self.definition = definition
    defaults = JSONObject(members: definition.properties.map { ($0.name, $0.default) })
  }

  /// Builds every outcome and rule.
  ///
  /// - Parameter registry: Where other flags, segments and facts get their numbers.
  /// - Throws: ``DocumentError`` when a definition that was built in code does not hold together.
  mutating func compile(_ registry: inout ReferenceRegistry) throws(DocumentError) -> Parts {
    // A kill holds whatever the rules say, so they are not even looked at.
    if definition.isKilled {
      var parts = Self.killed(
        key: definition.key, kind: definition.kind, variation: definition.off, properties: defaults,
        value: definition.value)
      parts.ruleDefinitions = definition.rules
      parts.prerequisiteDefinitions = definition.prerequisites
      return parts
    }
    var rules: [CompiledRule] = []
    for (index, rule) in definition.rules.enumerated() { rules.append(try compile(rule, at: index, &registry)) }
    // Their numbers are kept in 16 bits; documents are limited long before.
    let count = max(program.draws.count, program.names.count)
    guard count <= Int16.max else {
      throw DocumentError(
        path: member("rules"), message: "\(count) draws or attributes are too many; at most \(Int16.max) are allowed")
    }
    let fallback = try outcome(
      definition.default, ruleId: Evaluation.defaultRuleId, .noRule, isDrawn: false, at: member("default"))
    let requirements = try requirements(&registry)
    return Parts(
      key: definition.key, kind: definition.kind, outcomes: outcomes, outcomeIsDrawn: outcomeIsDrawn,
      ruleDefinitions: definition.rules, prerequisiteDefinitions: definition.prerequisites, program: program,
      rules: FlagRules(
        rules: rules, arms: arms, fallback: fallback, hasRequirements: requirements != nil),
      requirements: requirements)
  }

  private mutating func compile(
    _ rule: RuleDefinition, at index: Int, _ registry: inout ReferenceRegistry
  ) throws(DocumentError) -> CompiledRule {
    let path = DocumentPath.element(member("rules"), index)
    var compiled = CompiledRule()
    if let when = rule.when {
      guard let condition = program.add(when, registry: &registry) else {
        throw DocumentError(path: DocumentPath.member(path, "when"), message: "has a comparison that makes no sense")
      }
      compiled.condition = condition
      (compiled.firstPart, compiled.endOfParts) = program.conjunction(at: condition)
      compiled.sharedCondition = registry.condition(when)
    }
    if let rollout = rule.rollout {
      let draw = program.draw(rollout.draw, salt: rollout.salt, by: rollout.by)
      compiled.rollout = Int16(clamping: draw)
      compiled.constant = program.constant(program.threshold(of: rollout.percent, draw: draw))
      _ = program.constant(UInt64(bitPattern: rollout.deadline?.microseconds ?? .max))
      program.use(instant: rollout.deadline)
    }
    try compile(rule.serve, of: rule, into: &compiled, at: DocumentPath.member(path, "serve"))
    compiled.missed = try missed(of: rule, at: path) ?? -1
    return compiled
  }

  /// The outcome of a unit that is not drawn, or nil when the next rules are tried.
  private mutating func missed(of rule: RuleDefinition, at path: String) throws(DocumentError) -> Int32? {
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
  mutating func outcome(
    _ name: String, ruleId: String, _ reason: FlagReason, isDrawn: Bool, at path: String
  ) throws(DocumentError) -> Int32 {
    guard let variation = definition.variations.first(where: { $0.name.hasSameBytes(as: name) }) else {
      throw DocumentError(path: path, message: "`\(name)` is not a variation of this flag")
    }
    var properties = defaults
    // A disabled outcome always carries the default values.
    if variation.isEnabled {
      for member in variation.properties { properties[member.name] = member.value }
    }
    return add(
      Evaluation(
        key: definition.key, kind: definition.kind, isEnabled: variation.isEnabled, ruleId: ruleId, variation: name,
        properties: properties, reason: reason, value: definition.value.map { properties[$0] ?? .null }),
      isDrawn: isDrawn)
  }

  mutating func add(_ outcome: Evaluation, isDrawn: Bool) -> Int32 {
    outcomes.append(outcome)
    outcomeIsDrawn.append(isDrawn)
    return Int32(outcomes.count - 1)
  }

  func member(_ name: String) -> String {
    DocumentPath.member(DocumentPath.member("flags", definition.key), name)
  }
}
