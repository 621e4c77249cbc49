/// Compresses what is sent.
///
/// One block with fixed Huffman codes (RFC 1951, 3.2.6) in a gzip member (RFC 1952). The system's own libraries differ
/// between platforms, and an app should not have to link one; a batch of events repeats itself so much that the better
/// codes of a full compressor would save little.
struct Gzip {
  private let input: [UInt8]
  private var output = BitWriter()
  /// Where three bytes with that hash were seen last; -1 for never.
  private var latest = [Int32](repeating: -1, count: 1 << Gzip.hashBits)
  /// For every place, where its hash was seen before.
  private var earlier: [Int32]

  /// The gzip form of bytes.
  static func compress(_ bytes: [UInt8]) -> [UInt8] {
    var gzip = Gzip(bytes)
    gzip.run()
    // Magic number, deflate, no flags, no time, unknown system.
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255] + gzip.output.bytes + littleEndian(CRC32.checksum(bytes))
      + littleEndian(UInt32(truncatingIfNeeded: bytes.count))
  }

  private init(_ bytes: [UInt8]) {
    input = bytes
    earlier = [Int32](repeating: -1, count: bytes.count)
  }

  private mutating func run() {
    // The only block, with fixed codes.
    output.append(1, bits: 1)
    output.append(1, bits: 2)
    var position = 0
    while position < input.count {
      let match = longestMatch(at: position)
      if match.length >= Self.shortest {
        appendMatch(match)
        for offset in position..<(position + match.length) { remember(offset) }
        position += match.length
      } else {
        appendSymbol(Int(input[position]))
        remember(position)
        position += 1
      }
    }
    appendSymbol(256)
    output.finish()
  }

  private func longestMatch(at position: Int) -> (length: Int, distance: Int) {
    guard position + Self.shortest <= input.count else { return (0, 0) }
    let limit = min(Self.longest, input.count - position)
    var best = (length: 0, distance: 0)
    var candidate = Int(latest[hash(at: position)])
    var tries = 0
    while candidate >= 0, position - candidate <= Self.window, tries < Self.maximumTries {
      var length = 0
      while length < limit, input[candidate + length] == input[position + length] { length += 1 }
      if length > best.length { best = (length, position - candidate) }
      if length == limit { break }
      candidate = Int(earlier[candidate])
      tries += 1
    }
    return best
  }

  private mutating func remember(_ position: Int) {
    guard position + Self.shortest <= input.count else { return }
    let hash = hash(at: position)
    earlier[position] = latest[hash]
    latest[hash] = Int32(position)
  }

  private func hash(at position: Int) -> Int {
    let bytes = UInt32(input[position]) | UInt32(input[position + 1]) << 8 | UInt32(input[position + 2]) << 16
    return Int((bytes &* 0x9E37_79B1) >> UInt32(32 - Self.hashBits))
  }

  private mutating func appendSymbol(_ symbol: Int) {
    switch symbol {
    case 0..<144: output.append(code: 0x30 + symbol, bits: 8)
    case 144..<256: output.append(code: 0x190 + symbol - 144, bits: 9)
    case 256..<280: output.append(code: symbol - 256, bits: 7)
    default: output.append(code: 0xC0 + symbol - 280, bits: 8)
    }
  }

  private mutating func appendMatch(_ match: (length: Int, distance: Int)) {
    let length = Self.lengths.lastIndex { $0.base <= match.length } ?? 0
    appendSymbol(257 + length)
    output.append(match.length - Self.lengths[length].base, bits: Self.lengths[length].bits)
    let distance = Self.distances.lastIndex { $0.base <= match.distance } ?? 0
    output.append(code: distance, bits: 5)
    output.append(match.distance - Self.distances[distance].base, bits: Self.distances[distance].bits)
  }

  private static func littleEndian(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.littleEndian, Array.init) }

  private static let shortest = 3
  private static let longest = 258
  private static let window = 32 * 1024
  private static let hashBits = 15
  private static let maximumTries = 32

  /// The lengths of matches from symbol 257 on, with the bits that follow (RFC 1951, 3.2.5).
  static let lengths =
    steps([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5], from: 3) + [(258, 0)]

  /// The distances of matches, with the bits that follow.
  static let distances = steps((0..<30).map { max(0, $0 / 2 - 1) }, from: 1)

  private static func steps(_ bits: [Int], from first: Int) -> [(base: Int, bits: Int)] {
    var base = first
    return bits.map { bits in
      defer { base += 1 << bits }
      return (base, bits)
    }
  }
}
