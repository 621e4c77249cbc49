/// The scalars in classes that a pattern does not tell apart, its symbols.
///
/// Symbol 0 is what no set holds and no assertion sees, malformed bytes among it.
struct PatternAlphabet: Sendable {
  /// The symbols of ASCII, of which there are few enough for bytes.
  private let ascii: [UInt8]
  /// The first scalars of the runs from U+0080 on, ascending, and the runs' symbols.
  private let lowers: [UInt32]
  private let symbols: [UInt16]
  /// What assertions see of each symbol.
  let neighbours: [PatternAssertion.Neighbour]
  /// The sets that hold a symbol, as bits, `setWords` words for each symbol.
  private let membership: [UInt64]
  private let setWords: Int

  /// How many symbols there are.
  var count: Int { neighbours.count }

  init(_ program: PatternProgram) {
    let seesNeighbours = !program.assertions.isEmpty
    var builder = Builder(sets: program.sets)
    setWords = builder.setWords
    var ascii: [UInt8] = []
    var lowers: [UInt32] = []
    var symbols: [UInt16] = []
    let edges = Self.edges(of: program.sets, seesNeighbours: seesNeighbours)
    for (index, lower) in edges.enumerated() {
      let neighbour = seesNeighbours ? PatternAssertion.Neighbour(lower) : .other
      let symbol = builder.symbol(of: lower, neighbour)
      if lower < 0x80 {
        let upper = index + 1 < edges.count ? edges[index + 1] : 0x80
        // At most 128 runs precede, so the symbol fits.
        ascii += [UInt8](repeating: UInt8(truncatingIfNeeded: symbol), count: Int(upper - lower))
      } else if symbols.last != symbol {
        lowers.append(lower)
        symbols.append(symbol)
      }
    }
    self.ascii = ascii
    self.lowers = lowers
    self.symbols = symbols
    neighbours = builder.neighbours
    membership = builder.membership
  }

  /// Where runs begin that some set or assertion tells apart, ascending.
  private static func edges(of sets: [CodePointSet], seesNeighbours: Bool) -> [UInt32] {
    var edges: [UInt32] = [0, 0x80]
    for range in sets.lazy.flatMap(\.ranges) { edges += [range.lowerBound, range.upperBound + 1] }
    if seesNeighbours { edges += [0x0A, 0x0B, 0x30, 0x3A, 0x41, 0x5B, 0x5F, 0x60, 0x61, 0x7B] }
    edges.sort()
    var unique: [UInt32] = []
    for edge in edges where edge != unique.last && edge <= CodePointSet.last { unique.append(edge) }
    return unique
  }

  /// Whether a set holds a symbol.
  func holds(_ symbol: Int, set: Int) -> Bool {
    membership[symbol * setWords + set / 64] >> UInt64(set % 64) & 1 == 1
  }

  /// The symbol of a byte below 0x80.
  @inline(__always)
  func symbol(ofASCII byte: UInt8) -> Int { Int(ascii[Int(byte)]) }

  /// The symbol at an offset of a text and how many bytes it takes.
  @inline(__always)
  func symbol(at offset: Int, of bytes: UnsafeBufferPointer<UInt8>) -> (symbol: Int, length: Int) {
    let byte = bytes[offset]
    if byte < 0x80 { return (symbol(ofASCII: byte), 1) }
    let (scalar, length) = decodeScalar(bytes, at: offset)
    return (scalar == malformedScalar ? 0 : symbol(ofScalar: scalar), length)
  }

  /// The symbol of a scalar from U+0080 on.
  func symbol(ofScalar scalar: UInt32) -> Int {
    // The last run that does not begin behind the scalar; the first one begins at U+0080.
    var low = 0
    var high = lowers.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if lowers[middle] <= scalar { low = middle } else { high = middle }
    }
    return Int(symbols[low])
  }

  /// The bytes with which scalars of a symbol that is wanted begin.
  func firstBytes(where isWanted: (Int) -> Bool) -> [Bool] {
    let wantsOthers = symbols.contains { isWanted(Int($0)) }
    return (0..<256).map { byte in
      byte < 0x80 ? isWanted(symbol(ofASCII: UInt8(truncatingIfNeeded: byte))) : byte >= 0xC2 && wantsOthers
    }
  }
}

extension PatternAlphabet {
  /// Numbers what the runs have in common.
  private struct Builder {
    let sets: [CodePointSet]
    let setWords: Int
    private(set) var membership: [UInt64]
    private(set) var neighbours: [PatternAssertion.Neighbour] = [.other]
    private var symbolOfSignature: [[UInt64]: UInt16] = [:]
    /// For each set, its first range that does not end before the current run.
    private var rangeOfSet: [Int]

    init(sets: [CodePointSet]) {
      self.sets = sets
      setWords = (sets.count + 63) / 64
      membership = [UInt64](repeating: 0, count: setWords)
      rangeOfSet = [Int](repeating: 0, count: sets.count)
      symbolOfSignature[membership + [0]] = 0
    }

    /// The symbol of the run that begins with a scalar; runs come in ascending order.
    mutating func symbol(of lower: UInt32, _ neighbour: PatternAssertion.Neighbour) -> UInt16 {
      var signature = [UInt64](repeating: 0, count: setWords + 1)
      for (index, set) in sets.enumerated() {
        var range = rangeOfSet[index]
        while range < set.ranges.count, set.ranges[range].upperBound < lower { range += 1 }
        rangeOfSet[index] = range
        if range < set.ranges.count, set.ranges[range].lowerBound <= lower {
          signature[index / 64] |= 1 << UInt64(index % 64)
        }
      }
      signature[setWords] = UInt64(neighbour.rawValue)
      if let symbol = symbolOfSignature[signature] { return symbol }
      let symbol = UInt16(truncatingIfNeeded: neighbours.count)
      symbolOfSignature[signature] = symbol
      neighbours.append(neighbour)
      membership += signature.dropLast()
      return symbol
    }
  }
}
