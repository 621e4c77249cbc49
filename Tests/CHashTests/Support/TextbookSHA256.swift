/// SHA-256 as FIPS 180-4 writes it, slowly and byte by byte: what the fast ones are held against.
///
/// Even the constants are worked out rather than written down: they are the first 32 bits of the fractions of the cube
/// and square roots of the first primes.
enum TextbookSHA256 {
  static func hash(_ message: [UInt8]) -> [UInt8] {
    var padded = message + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) { padded.append(UInt8((message.count * 8) >> shift & 0xFF)) }
    var state = primes.prefix(8).map { fraction(of: Double($0).squareRoot()) }
    for start in stride(from: 0, to: padded.count, by: 64) {
      compress(Array(padded[start..<start + 64]), into: &state)
    }
    return state.flatMap { word in stride(from: 24, through: 0, by: -8).map { UInt8(word >> UInt32($0) & 0xFF) } }
  }

  /// One block into a state of eight words.
  static func compress(_ block: [UInt8], into state: inout [UInt32]) {
    var words = (0..<16).map { index in
      block[index * 4..<index * 4 + 4].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let early = words[index - 15]
      let late = words[index - 2]
      let sigma0 = right(early, 7) ^ right(early, 18) ^ early >> 3
      let sigma1 = right(late, 17) ^ right(late, 19) ^ late >> 10
      words.append(words[index - 16] &+ sigma0 &+ words[index - 7] &+ sigma1)
    }
    var v = state
    for index in 0..<64 {
      let sum1 = right(v[4], 6) ^ right(v[4], 11) ^ right(v[4], 25)
      let choice = v[4] & v[5] ^ ~v[4] & v[6]
      let first = v[7] &+ sum1 &+ choice &+ constants[index] &+ words[index]
      let sum0 = right(v[0], 2) ^ right(v[0], 13) ^ right(v[0], 22)
      let majority = v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2]
      v = [first &+ sum0 &+ majority, v[0], v[1], v[2], v[3] &+ first, v[4], v[5], v[6]]
    }
    for index in 0..<8 { state[index] &+= v[index] }
  }

  private static let primes = (2..<312).filter { number in (2..<number).allSatisfy { number % $0 != 0 } }
  private static let constants = primes.map { fraction(of: cubeRoot(of: Double($0))) }

  /// The first 32 bits behind the point of a number; a `Double` has 16 more.
  private static func fraction(of root: Double) -> UInt32 {
    UInt32((root - root.rounded(.down)) * 4_294_967_296)
  }

  private static func cubeRoot(of number: Double) -> Double {
    (0..<60).reduce(number) { root, _ in root - (root * root * root - number) / (3 * root * root) }
  }

  private static func right(_ word: UInt32, _ bits: UInt32) -> UInt32 { word >> bits | word << (32 - bits) }
}
