/// Where in a text a match can begin, to pass over what comes before.
struct PatternFilter: Sendable {
  /// Whether a match can begin at the start of the text only.
  let isAnchored: Bool
  /// For each byte, whether a match can begin with it; nil when a match may take nothing.
  private let firstBytes: [Bool]?

  init(_ program: PatternProgram, _ alphabet: PatternAlphabet) {
    var isAnchored = true
    var mayTakeNothing = false
    var sets = [Bool](repeating: false, count: program.sets.count)
    for place in Set(PatternAssertion.places.map { $0.intersection(program.assertions.union(.beginText)) }) {
      let (positions, isEnd) = program.closure(of: program.start, where: place)
      for position in positions { sets[program.positions[position].set] = true }
      mayTakeNothing = mayTakeNothing || isEnd
      if !place.contains(.beginText), isEnd || !positions.isEmpty { isAnchored = false }
    }
    self.isAnchored = isAnchored
    firstBytes =
      mayTakeNothing
      ? nil : alphabet.firstBytes { symbol in sets.indices.contains { sets[$0] && alphabet.holds(symbol, set: $0) } }
  }

  /// Moves an offset where nothing has matched so far to where a match can begin; false when none can any more.
  ///
  /// That is the start of a scalar whenever the offset was one: only scalars' first bytes are in the table, and none of
  /// them occurs inside a scalar.
  @inline(__always)
  func passOver<Counter: StepCounting>(
    to offset: inout Int, left: inout PatternAssertion.Neighbour, in bytes: UnsafeBufferPointer<UInt8>,
    _ alphabet: PatternAlphabet, _ counter: inout Counter
  ) -> Bool {
    if isAnchored { return offset == 0 }
    guard let firstBytes else { return true }
    let start = firstBytes.withUnsafeBufferPointer { isFirst in
      var start = offset
      while start < bytes.count, !isFirst[Int(bytes[start])] { start &+= 1 }
      return start
    }
    counter.count(start &- offset)
    if start > offset {
      // A byte from 0x80 on is never part of a word.
      let before = bytes[start &- 1]
      left = before < 0x80 ? alphabet.neighbours[alphabet.symbol(ofASCII: before)] : .other
      offset = start
    }
    return start < bytes.count
  }
}
