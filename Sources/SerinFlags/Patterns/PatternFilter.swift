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

  /// The first offset from `offset` on where a match can begin; the count when there is none.
  ///
  /// It is the start of a scalar whenever `offset` is: only scalars' first bytes are in the table, and none of them
  /// occurs inside a scalar.
  @inline(__always)
  func firstStart(from offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard let firstBytes else { return offset }
    return firstBytes.withUnsafeBufferPointer { isFirst in
      var offset = offset
      while offset < bytes.count, !isFirst[Int(bytes[offset])] { offset &+= 1 }
      return offset
    }
  }
}
