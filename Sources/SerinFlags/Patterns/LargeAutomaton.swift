/// An automaton of any size: it follows the program's branches at every scalar of the text, each at most once.
struct LargeAutomaton: Sendable {
  private let program: PatternProgram
  private let alphabet: PatternAlphabet
  private let filter: PatternFilter
  /// For each symbol the positions that take it, as bits, ``positionWords`` words a symbol.
  private let takers: [UInt64]
  private let strides: PatternStrides
  private let branchWords: Int
  private let positionWords: Int

  init(_ program: PatternProgram, _ alphabet: PatternAlphabet) {
    self.program = program
    self.alphabet = alphabet
    filter = PatternFilter(program, alphabet)
    branchWords = (program.branches.count + 63) / 64
    positionWords = (program.positions.count + 63) / 64
    var takers = [UInt64](repeating: 0, count: alphabet.count * positionWords)
    for symbol in 0..<alphabet.count {
      for (index, position) in program.positions.enumerated() where alphabet.holds(symbol, set: position.set) {
        takers[symbol * positionWords + index / 64] |= 1 << UInt64(index % 64)
      }
    }
    self.takers = takers
    strides = PatternStrides(program)
  }

  func matches<Counter: StepCounting>(_ bytes: UnsafeBufferPointer<UInt8>, counting counter: inout Counter) -> Bool {
    // At most one kilobyte, so that it is taken from the stack.
    let words = 2 * (branchWords + positionWords)
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: words) { words in
      words.initialize(repeating: 0)
      return program.branches.withUnsafeBufferPointer { branches in
        program.positions.withUnsafeBufferPointer { positions in
          let frontier = PatternFrontier(
            branches: branches, positions: positions, words: words, branchWords: branchWords)
          return matches(bytes, frontier, &counter)
        }
      }
    }
  }

  @inline(__always)
  private func matches<Counter: StepCounting>(
    _ bytes: UnsafeBufferPointer<UInt8>, _ initial: PatternFrontier, _ counter: inout Counter
  ) -> Bool {
    var frontier = initial
    var offset = 0
    var isIdle = true
    var left = PatternAssertion.Neighbour.edge
    while true {
      if isIdle, !filter.passOver(to: &offset, left: &left, in: bytes, alphabet, &counter) { return false }
      let isEnd = offset == bytes.count
      let (symbol, length) = isEnd ? (0, 0) : alphabet.symbol(at: offset, of: bytes)
      let right = isEnd ? .edge : alphabet.neighbours[symbol]
      frontier.advance(
        from: program.start, where: PatternAssertion.places[Int(left.rawValue &* 4 &+ right.rawValue)], strides,
        &counter)
      if frontier.hasEnded { return true }
      if isEnd { return false }
      isIdle = takers.withUnsafeBufferPointer { takers in
        !frontier.take(takers, from: symbol &* positionWords)
      }
      left = right
      offset &+= length
    }
  }
}
