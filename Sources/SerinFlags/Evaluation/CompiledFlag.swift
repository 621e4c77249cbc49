/// A flag that is ready to be evaluated.
///
/// Everything that does not depend on the context is done once, when it is created; every answer that the flag can give
/// is built then too, so that an evaluation only finds the index of one. It is immutable and may be used from any
/// thread.
public final class CompiledFlag: Sendable {
  /// The flag's key.
  public let key: String
  /// What the flag is for; nil when it is malformed.
  public let kind: FlagKind?
  /// Whether the flag is killed.
  public let isKilled: Bool
  /// Every answer that this flag can give; ``outcome(for:)`` is an index into it.
  public let outcomes: [Evaluation]
  /// What is wrong with the flag's document; empty when it is sound.
  public let issues: [DocumentIssue]

  /// For each outcome, whether a draw has a say in it (OpenFeature calls such answers `SPLIT`).
  package let outcomeIsDrawn: [Bool]
  /// Whether the flag has rules; without them its answer is the same for everybody.
  package var hasRules: Bool { !ruleDefinitions.isEmpty }

  /// The rules as they are written; those of a killed flag are only listed.
  let ruleDefinitions: [RuleDefinition]
  let rules: [CompiledRule]
  /// The outcome when no rule decides.
  let fallback: Int

  /// Prepares a flag; one that makes no sense answers with the reason `malformed`.
  public convenience init(_ definition: FlagDefinition) {
    do throws(DocumentError) {
      self.init(try FlagCompiler(definition).compiled())
    } catch {
      self.init(.malformed(MalformedFlag(json: definition.json, issues: error.issues), key: definition.key))
    }
  }

  /// Prepares a flag of a document, sound or not.
  public convenience init(_ entry: FlagEntry) {
    switch entry.content {
    case .definition(let definition): self.init(definition)
    case .malformed(let flag): self.init(.malformed(flag, key: entry.key))
    }
  }

  /// A flag whose only answer has the reason `malformed`: the caller's default counts.
  public static func malformed(key: String, issues: [DocumentIssue]) -> CompiledFlag {
    CompiledFlag(.malformed(MalformedFlag(json: [:], issues: issues), key: key))
  }

  private init(_ parts: FlagCompiler.Parts) {
    key = parts.key
    kind = parts.kind
    isKilled = parts.isKilled
    outcomes = parts.outcomes
    outcomeIsDrawn = parts.outcomeIsDrawn
    issues = parts.issues
    rules = parts.rules
    ruleDefinitions = parts.definitions
    fallback = parts.fallback
  }

  /// The answer for a context, as an index into ``outcomes``.
  ///
  /// It never fails and, for units up to about a thousand bytes, rarely allocates.
  public func outcome(for context: FlagContext) -> Int {
    var tracer = SilentTracer()
    return decide(context, &tracer)
  }

  /// The answer for a context.
  public func evaluate(for context: FlagContext) -> Evaluation {
    outcomes[outcome(for: context)]
  }

  /// The one place where a flag is decided: rules in order, the first one that decides wins.
  func decide<Tracer: EvaluationTracer>(_ context: FlagContext, _ tracer: inout Tracer) -> Int {
    for index in rules.indices {
      tracer.enterRule(index)
      if let outcome = rules[index].outcome(for: context, &tracer) { return outcome }
    }
    return fallback
  }
}
