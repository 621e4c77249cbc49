/// A key that is looked for: its bytes, the numbers that most comparisons need, and its hash.
struct KeyProbe {
  let bytes: UnsafeRawBufferPointer
  let words: PackedText
  /// What the index goes by.
  let tag: UInt32

  @inline(__always)
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    let raw = UnsafeRawBufferPointer(bytes)
    self.bytes = raw
    words = PackedText(raw)
    tag = Self.tag(words, raw)
  }

  // The factors are the fractions of the square roots of 2 and 3. The first is the beginning of no UTF-8 and the second
  // ends with the length of no name, so no short key makes the product zero.
  static var firstFactor: UInt64 { 0x6A09_E667_F3BC_C908 }
  static var secondFactor: UInt64 { 0xBB67_AE85_84CA_A73B }

  /// The hash of a key: products of 64-bit words whose two halves are folded together.
  ///
  /// It has no seed. Keys come from people who may edit flags, and keys made to collide only bring back the binary
  /// search, since ``KeyIndex`` gives up after a fixed number of steps. It never takes part in a draw.
  @inline(__always)
  static func tag(_ words: PackedText, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
    var hash = fold(words.head ^ firstFactor, words.tail ^ secondFactor)
    if words.isLong { hash = longHash(bytes, hash) }
    return UInt32(truncatingIfNeeded: hash)
  }

  /// Goes on with what lies behind the first eight bytes of a key of at least 16.
  private static func longHash(_ bytes: UnsafeRawBufferPointer, _ start: UInt64) -> UInt64 {
    var hash = start
    var offset = 8
    while offset &+ 16 < bytes.count {
      hash = fold(
        PackedText.word(bytes, at: offset) ^ hash ^ firstFactor,
        PackedText.word(bytes, at: offset &+ 8) ^ secondFactor)
      offset &+= 16
    }
    // The last 16 bytes, which may overlap with those before.
    let count = UInt64(truncatingIfNeeded: bytes.count)
    return fold(
      PackedText.word(bytes, at: bytes.count &- 16) ^ hash ^ firstFactor,
      PackedText.word(bytes, at: bytes.count &- 8) ^ count ^ secondFactor)
  }

  @inline(__always)
  private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}
