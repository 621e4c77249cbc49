/// What a pattern is compiled to.
final class PatternMatcher: Sendable {
  /// What does the matching.
  private enum Engine: Sendable {
    case literal(PatternLiteral)
    case small(SmallAutomaton)
    case large(LargeAutomaton)
  }

  private let engine: Engine
  /// How many states it has, which is what it costs to compile; 0 for a literal.
  let stateCount: Int

  /// Compiles a pattern.
  ///
  /// - Parameter alwaysLarge: Takes the automaton for large patterns whatever the size, so that tests can compare.
  init(parsing source: String, ignoringCase: Bool, alwaysLarge: Bool = false) throws(PatternError) {
    var parser = PatternParser(source, ignoringCase: ignoringCase)
    let node = try parser.parse()
    if !alwaysLarge, let literal = PatternLiteral(node) {
      engine = .literal(literal)
      stateCount = 0
      return
    }
    guard let program = PatternProgramBuilder.build(node) else {
      let limit = PatternProgram.maximumStates
      throw PatternError(offset: 0, message: "the pattern has more than \(limit) states: repeat less or less deeply")
    }
    stateCount = program.end
    let alphabet = PatternAlphabet(program)
    if !alwaysLarge, let small = SmallAutomaton(program, alphabet) {
      engine = .small(small)
    } else {
      engine = .large(LargeAutomaton(program, alphabet))
    }
  }

  /// Whether some part of a text matches.
  func matches<Counter: StepCounting>(_ bytes: UnsafeBufferPointer<UInt8>, counting counter: inout Counter) -> Bool {
    switch engine {
    case .literal(let literal): literal.matches(bytes, counting: &counter)
    case .small(let automaton): automaton.matches(bytes, counting: &counter)
    case .large(let automaton): automaton.matches(bytes, counting: &counter)
    }
  }
}
