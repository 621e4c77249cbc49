/// A flag that is ready to be evaluated.
///
/// Everything that does not depend on the context is done once, when it is created; every answer that the flag can give
/// is built then too, so that an evaluation only finds the index of one. It is immutable and may be used from any
/// thread.
public final class CompiledFlag: Sendable {
  // What every evaluation reads comes first, so that it lies in one cache line.

  /// The program's plain memory.
  ///
  /// Safe to share: it never changes and lives as long as ``program``.
  nonisolated(unsafe) let view: ProgramView
  let program: Program
  /// What it takes from the rest of the ruleset; nil when its answer depends on the context and the time alone.
  let requirements: FlagRequirements?
  /// Every answer that this flag can give; the evaluator gives an index into it.
  public let outcomes: [Evaluation]

  /// The flag's key.
  public let key: String
  /// What the flag is for; nil when it is malformed.
  public let kind: FlagKind?
  /// Whether the flag is killed.
  public let isKilled: Bool
  /// What is wrong with the flag's document; empty when it is sound.
  public let issues: [DocumentIssue]

  /// For each outcome, whether a draw has a say in it (OpenFeature calls such answers `SPLIT`).
  package let outcomeIsDrawn: [Bool]
  /// Whether the flag has rules or requires other flags; without them its answer is the same for everybody.
  package var hasRules: Bool { !ruleDefinitions.isEmpty || !prerequisiteDefinitions.isEmpty }

  /// The rules as they are written; those of a killed flag are only listed.
  let ruleDefinitions: [RuleDefinition]
  let prerequisiteDefinitions: [Prerequisite]
  /// The instants at which its answers change, in microseconds since 1970.
  let instants: [Int64]

  init(_ parts: FlagCompiler.Parts, in memory: inout ProgramMemory?) {
    key = parts.key
    kind = parts.kind
    isKilled = parts.isKilled
    outcomes = parts.outcomes
    outcomeIsDrawn = parts.outcomeIsDrawn
    issues = parts.issues
    ruleDefinitions = parts.ruleDefinitions
    prerequisiteDefinitions = parts.prerequisiteDefinitions
    var rules = parts.rules
    rules.outcomes = parts.outcomes
    program = Program(parts.program, rules, in: &memory)
    view = program.view
    requirements = parts.requirements
    instants = parts.program.references.instants
  }
}

/// What a flag takes from the rest of its ruleset.
final class FlagRequirements: Sendable {
  /// The flag's own number among those that refer to others or are referred to.
  let number: Int32
  /// The flags that must serve something first.
  let prerequisites: [(flag: Int32, requirement: Prerequisite.Requirement)]
  let use: ReferenceUse
  // The answers that only such flags can give.
  let prerequisiteFailed: Int32
  let cycle: Int32
  let malformed: Int32
  let undecided: Int32

  init(
    number: Int32, prerequisites: [(flag: Int32, requirement: Prerequisite.Requirement)], use: ReferenceUse,
    prerequisiteFailed: Int32, cycle: Int32, malformed: Int32, undecided: Int32
  ) {
    self.number = number
    self.prerequisites = prerequisites
    self.use = use
    self.prerequisiteFailed = prerequisiteFailed
    self.cycle = cycle
    self.malformed = malformed
    self.undecided = undecided
  }
}
