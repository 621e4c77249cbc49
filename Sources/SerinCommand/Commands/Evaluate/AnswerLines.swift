import SerinFlags

/// The lines that a flag can answer with, written once: evaluating only picks one of them.
struct AnswerLines {
  private let ruleset: CompiledRuleset
  private let flag: CompiledFlag
  /// For each outcome its members as text, without the opening brace.
  private let outcomes: [[UInt8]]

  /// Writes the lines of one of a ruleset's flags.
  init(_ flag: CompiledFlag, of ruleset: CompiledRuleset) {
    self.ruleset = ruleset
    self.flag = flag
    outcomes = flag.outcomes.map { Array($0.json.serialized().dropFirst()) }
  }

  /// The answer for a context, as one JSON document.
  ///
  /// - Parameters:
  ///   - context: who asks.
  ///   - now: the time that it is asked for.
  ///   - line: the number of the line that the context stood in.
  func answer(for context: FlagContext, at now: Timestamp, line: Int) -> [UInt8] {
    Array("{\"line\":\(line),".utf8) + outcomes[ruleset.outcome(of: flag, for: context, at: now)]
  }

  /// The same with the explanation as another member.
  func explainedAnswer(for context: FlagContext, at now: Timestamp, line: Int) -> [UInt8] {
    let explanation = ruleset.explain(flag, for: context, at: now)
    var object = explanation.evaluation.json.objectValue ?? [:]
    object["line"] = .number(Double(line))
    object["explanation"] = explanation.json
    return JSONValue.object(object).serialized()
  }
}
