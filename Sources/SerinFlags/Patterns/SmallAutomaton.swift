/// An automaton of so few positions that a set of them is one word.
///
/// The branches are followed when the pattern is compiled: for every position a word tells what may come behind it (the
/// position automaton of V. Glushkov, 1961), once for every kind of place that the pattern's assertions tell apart.
struct SmallAutomaton: Sendable {
  /// The most positions; one bit of the word is the end.
  static let maximumPositions = 63
  private static let endBit: UInt64 = 1 << 63

  private let alphabet: PatternAlphabet
  private let filter: PatternFilter
  /// For each kind of place what is behind every position, then what may begin a match, `stride` words in all.
  private let follow: [UInt64]
  private let stride: Int
  /// For each pair of neighbours the offset of its kind of place in ``follow``.
  private let rows: [Int]
  /// For each symbol the positions that take it.
  private let takers: [UInt64]

  /// Prepares the automaton, or returns nil when there are too many positions.
  init?(_ program: PatternProgram, _ alphabet: PatternAlphabet) {
    guard program.positions.count <= Self.maximumPositions else { return nil }
    self.alphabet = alphabet
    filter = PatternFilter(program, alphabet)
    stride = program.positions.count + 1
    let assertions = program.assertions
    var rowOfPlace: [PatternAssertion: Int] = [:]
    var follow: [UInt64] = []
    var rows: [Int] = []
    for place in PatternAssertion.places.map({ $0.intersection(assertions) }) {
      if let row = rowOfPlace[place] {
        rows.append(row)
        continue
      }
      rowOfPlace[place] = follow.count
      rows.append(follow.count)
      for state in program.positions.map(\.next) + [program.start] {
        let (positions, isEnd) = program.closure(of: state, where: place)
        follow.append(positions.reduce(isEnd ? Self.endBit : 0) { $0 | 1 << UInt64($1) })
      }
    }
    self.follow = follow
    self.rows = rows
    takers = (0..<alphabet.count).map { symbol in
      program.positions.indices.reduce(0) { word, position in
        alphabet.holds(symbol, set: program.positions[position].set) ? word | 1 << UInt64(position) : word
      }
    }
  }

  func matches<Counter: StepCounting>(_ bytes: UnsafeBufferPointer<UInt8>, counting counter: inout Counter) -> Bool {
    follow.withUnsafeBufferPointer { follow in
      takers.withUnsafeBufferPointer { takers in
        matches(bytes, follow, takers, &counter)
      }
    }
  }

  @inline(__always)
  private func matches<Counter: StepCounting>(
    _ bytes: UnsafeBufferPointer<UInt8>, _ follow: UnsafeBufferPointer<UInt64>, _ takers: UnsafeBufferPointer<UInt64>,
    _ counter: inout Counter
  ) -> Bool {
    var offset = 0
    var taken: UInt64 = 0
    var left = PatternAssertion.Neighbour.edge
    while true {
      if taken == 0, !filter.passOver(to: &offset, left: &left, in: bytes, alphabet, &counter) { return false }
      let isEnd = offset == bytes.count
      let (symbol, length) = isEnd ? (0, 0) : alphabet.symbol(at: offset, of: bytes)
      let right = isEnd ? .edge : alphabet.neighbours[symbol]
      let row = rows[Int(left.rawValue &* 4 &+ right.rawValue)]
      var reached = follow[row &+ stride &- 1]
      counter.count(1 &+ taken.nonzeroBitCount)
      while taken != 0 {
        reached |= follow[row &+ taken.trailingZeroBitCount]
        taken &= taken &- 1
      }
      if reached & Self.endBit != 0 { return true }
      if isEnd { return false }
      taken = reached & takers[symbol]
      left = right
      offset &+= length
    }
  }
}
