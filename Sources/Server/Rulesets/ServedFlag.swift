import SerinFlags

/// A flag as the server serves it: compiled, with every answer it can give rendered beforehand.
///
/// Evaluation gives the index of an outcome, so that answering is copying bytes. A flag whose answers would take more than
/// ``budget`` together (many rules, large properties) keeps none of them and renders each when it is asked for.
struct ServedFlag: Sendable {
  /// The flag's id, which names its item.
  let id: String
  /// When it was last written in its environment, in milliseconds since 1970 UTC.
  let updatedAt: Int64
  /// The flag as it was written, for what looks at a whole ruleset before it changes.
  let entry: FlagEntry
  let compiled: CompiledFlag
  /// The cell of the counters for its first outcome; those of the others follow.
  var firstCell: Int
  /// How many bytes one of its answers has on average.
  let meanBytes: Int
  private let rendered: [RenderedOutcome]

  /// How many bytes the answers of one flag may keep.
  static let budget = 1024 * 1024

  /// Renders what a flag of a ruleset can answer.
  ///
  /// - Parameters:
  ///   - id: The flag's id.
  ///   - updatedAt: When it was last written, in milliseconds since 1970 UTC.
  ///   - entry: What was compiled.
  ///   - compiled: The same flag as its ruleset has it.
  ///   - firstCell: Where its answers are counted.
  init(id: String, updatedAt: Int64, _ entry: FlagEntry, _ compiled: CompiledFlag, firstCell: Int) {
    self.id = id
    self.updatedAt = updatedAt
    self.firstCell = firstCell
    self.entry = entry
    self.compiled = compiled
    var rendered: [RenderedOutcome] = []
    var size = 0
    for index in compiled.outcomes.indices {
      rendered.append(RenderedOutcome(index, of: compiled))
      size += rendered[index].size
      if size > Self.budget {
        rendered = []
        break
      }
    }
    self.rendered = rendered
    let total = rendered.reduce(0) { $0 + $1.evaluation.count + 2 }
    meanBytes = rendered.isEmpty ? size / max(1, compiled.outcomes.count) : total / rendered.count
  }

  /// The answers for an outcome.
  func answers(for outcome: Int) -> RenderedOutcome {
    rendered.isEmpty ? RenderedOutcome(outcome, of: compiled) : rendered[outcome]
  }
}

/// The answers of one outcome as bytes.
struct RenderedOutcome: Sendable {
  /// The JSON object of the evaluation API without its closing brace, so that members can be added.
  let evaluation: [UInt8]
  /// The answer of OFREP.
  let ofrep: OFREPAnswer
  /// Whether this is no answer, since a fact that it takes is not known.
  let isUndecided: Bool

  init(_ outcome: Int, of flag: CompiledFlag) {
    let evaluation = flag.outcomes[outcome]
    isUndecided = evaluation.reason == .undecided
    self.evaluation = Array(evaluation.json.serialized().dropLast())
    ofrep = OFREPAnswer(evaluation, isDrawn: flag.outcomeIsDrawn[outcome], hasRules: flag.hasRules)
  }

  /// How many bytes both take.
  var size: Int { evaluation.count + ofrep.body.count }
}
