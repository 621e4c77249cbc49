/// The two numbers that stand for a text when it is compared, whose bytes lie elsewhere.
///
/// Up to 15 bytes lie in them entirely, so such texts are equal when their numbers are, and sort as they do. Of longer
/// texts they have the beginning and the end, which only tells most unequal ones apart.
struct PackedText: Sendable, Equatable, BitwiseCopyable {
  /// The first eight bytes as a big-endian number, zeros behind a shorter text: it orders texts as their bytes do.
  let head: UInt64
  /// Seven more bytes, then the length in the lowest byte.
  ///
  /// The bytes are those behind the first eight or, for a long text, its last ones; ``longMark`` is its length.
  let tail: UInt64

  /// What stands for the length of a text that does not fit.
  private static let longMark: UInt64 = 0xFF
  /// The most bytes that fit.
  private static let capacity = 15

  /// Takes two numbers as they are.
  @inline(__always)
  init(head: UInt64, tail: UInt64) {
    self.head = head
    self.tail = tail
  }

  /// Packs the bytes of a text.
  @inline(__always)
  init(_ bytes: UnsafeRawBufferPointer) {
    let count = bytes.count
    if count < 8 {
      head = Self.partialWord(bytes)
      tail = UInt64(truncatingIfNeeded: count)
      return
    }
    head = Self.word(bytes, at: 0)
    let last = Self.word(bytes, at: count &- 8) &<< 8
    if count > Self.capacity {
      tail = last | Self.longMark
    } else {
      // The last eight bytes without those that the head has; two shifts, since one of 64 would be one of 0.
      tail = last &<< UInt64(truncatingIfNeeded: 8 &* (15 &- count)) | UInt64(truncatingIfNeeded: count)
    }
  }

  /// Both numbers mixed into one whose upper bits are spread evenly, to look a text up by.
  @inline(__always)
  var mixed: UInt64 { (head ^ (tail &* 0xD6E8_FEB8_6659_FD93)) &* 0x9E37_79B9_7F4A_7C15 }

  /// Whether the text is too long for the numbers.
  @inline(__always)
  var isLong: Bool { tail & 0xFF == Self.longMark }

  /// Orders two texts by their bytes: negative when this one sorts first, zero when they are equal.
  ///
  /// Asks `whole` when the numbers do not tell, which happens only with long texts.
  @inline(__always)
  func order(_ other: PackedText, whole: () -> Int) -> Int {
    if head != other.head { return head < other.head ? -1 : 1 }
    if isLong || other.isLong { return whole() }
    return tail == other.tail ? 0 : tail < other.tail ? -1 : 1
  }

  /// Calls `body` with the bytes of a text that fits.
  @inline(__always)
  func withShortBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeBytes(of: (head.bigEndian, tail.bigEndian)) { bytes in
      body(UnsafeRawBufferPointer(rebasing: bytes[..<min(Int(tail & 0xFF), Self.capacity)]))
    }
  }

  /// Eight bytes as a big-endian number.
  @inline(__always)
  static func word(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
    UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Fewer than eight bytes as a big-endian number with zeros behind them.
  @inline(__always)
  private static func partialWord(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    let count = bytes.count
    if count >= 4 {
      // The two halves overlap in the middle, where both have the same bytes.
      let first = UInt64(UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self)))
      let last = UInt64(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)))
      return first &<< 32 | last &<< UInt64(truncatingIfNeeded: 8 &* (8 &- count))
    }
    var word: UInt64 = 0
    for offset in 0..<count { word |= UInt64(bytes[offset]) &<< UInt64(truncatingIfNeeded: 56 &- 8 &* offset) }
    return word
  }
}
