import SerinFlags

/// The lines that a flag can answer with, written once: evaluating only picks one of them.
struct AnswerLines {
  private let flag: CompiledFlag
  /// For each outcome its members as text, without the opening brace.
  private let outcomes: [[UInt8]]

  /// Writes the lines of a flag.
  init(_ flag: CompiledFlag) {
    self.flag = flag
    outcomes = flag.outcomes.map { Array($0.json.serialized().dropFirst()) }
  }

  /// The answer for a context, as one JSON document.
  ///
  /// - Parameters:
  ///   - context: who asks.
  ///   - line: the number of the line that the context stood in.
  func answer(for context: FlagContext, line: Int) -> [UInt8] {
    Array("{\"line\":\(line),".utf8) + outcomes[flag.outcome(for: context)]
  }
}
