/// The conditions and draws of a flag or a segment in flat form, ready to be decided.
///
/// It is immutable. What is asked for most often lies in plain memory, see ``ProgramView``; tests that are rarer or
/// larger are objects.
final class Program: Sendable {
  let nodes: FrozenArray<ConditionNode>
  let names: FrozenArray<AttributeName>
  let literals: FrozenArray<Literal>
  let bytes: FrozenArray<UInt8>
  let draws: FrozenArray<DrawCode>
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

  init(_ builder: ProgramBuilder) {
    nodes = FrozenArray(builder.nodes)
    names = FrozenArray(builder.names)
    literals = FrozenArray(builder.literals)
    bytes = FrozenArray(builder.bytes)
    draws = FrozenArray(builder.draws)
    tests = builder.tests
    importedDraws = builder.importedDraws
    idSets = builder.idSets
    nameTexts = builder.nameTexts
    drawSources = builder.drawSources
    sources = builder.sources
  }

  /// The plain part; valid as long as this object lives.
  var view: ProgramView {
    ProgramView(
      nodes: nodes.start, names: names.start, literals: literals.start, text: bytes.start, draws: draws.start)
  }
}

/// What a draw was made from.
struct DrawSource: Sendable {
  let algorithm: DrawAlgorithm
  let salt: String
}

/// The plain memory of a program.
struct ProgramView: BitwiseCopyable {
  let nodes: UnsafePointer<ConditionNode>
  let names: UnsafePointer<AttributeName>
  let literals: UnsafePointer<Literal>
  let text: UnsafePointer<UInt8>
  let draws: UnsafePointer<DrawCode>

  @inline(__always)
  func bytes(at offset: UInt32, count: UInt32) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: text + Int(offset), count: Int(count))
  }

  @inline(__always)
  func bytes(of literal: Literal) -> UnsafeBufferPointer<UInt8> {
    bytes(at: literal.offset, count: literal.count)
  }

  /// Whether an attribute's text is a literal.
  @inline(__always)
  func isEqual(_ literal: Literal, _ slot: AttributeSlot) -> Bool {
    guard slot.value == literal.packed else { return false }
    return !literal.packed.isLong
      || bytesAreEqual(bytes(of: literal), UnsafeBufferPointer(start: slot.bytes, count: Int(slot.count)))
  }
}
