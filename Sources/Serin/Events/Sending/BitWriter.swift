/// Puts bits one after another into bytes, the lowest bit of a byte first (RFC 1951, 3.1.1).
struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var pending: UInt64 = 0
  private var count = 0

  /// Appends a number of so many bits, the lowest first.
  mutating func append(_ value: Int, bits: Int) {
    pending |= UInt64(value) << UInt64(count)
    count += bits
    while count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      count -= 8
    }
  }

  /// Appends a Huffman code, whose highest bit comes first.
  mutating func append(code: Int, bits: Int) {
    var reversed = 0
    for bit in 0..<bits { reversed |= (code >> bit & 1) << (bits - 1 - bit) }
    append(reversed, bits: bits)
  }

  /// Fills the last byte.
  mutating func finish() {
    if count > 0 { append(0, bits: 8 - count) }
  }
}
