/// The conditions, draws and rules of a flag, or the conditions of a segment, in flat form, ready to be decided.
///
/// It is immutable. What is asked for most often lies in plain memory, see ``ProgramView``; tests that are rarer or
/// larger are objects.
final class Program: Sendable {
  /// The plain part; valid as long as this object lives.
  ///
  /// Safe to share: nobody writes to it after the initialiser, and it is freed only with this object.
  nonisolated(unsafe) let view: ProgramView
  private let slab: ProgramMemory.Slab
  /// The tests of nodes of the kind ``ConditionNode/Kind/test``.
  let tests: [ValueTest]
  let importedDraws: [PreparedDraw]
  /// The ids of nodes of the kind ``ConditionNode/Kind/list``.
  let idSets: [LiteralSet]
  /// The names as strings, and the algorithm and salt of each draw, for explanations.
  let nameTexts: [String]
  let drawSources: [DrawSource]
  /// For each node that is no group the condition it was made from, for explanations.
  let sources: [Condition?]

  init(_ builder: ProgramBuilder, _ rules: FlagRules = FlagRules(), in memory: inout ProgramMemory?) {
    (view, slab) = ProgramView.make(builder, rules, in: &memory)
    tests = builder.tests
    importedDraws = builder.importedDraws
    idSets = builder.idSets
    nameTexts = builder.nameTexts
    drawSources = builder.drawSources
    sources = builder.sources
  }
}

/// What a draw was made from.
struct DrawSource: Sendable {
  let algorithm: DrawAlgorithm
  let salt: String
}
