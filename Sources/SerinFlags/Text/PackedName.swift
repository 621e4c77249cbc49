/// A string that is looked up by its bytes: the name of a member or the key of a flag.
///
/// Up to 15 bytes lie in two numbers, so that such names are compared and ordered without touching a string, and
/// reading a JSON text makes no string for them. Longer names keep theirs; the numbers then only tell most unequal
/// names apart. It is no hash: whoever makes names alike on purpose only brings back the plain comparison.
struct PackedName: Sendable {
  /// The first eight bytes as a big-endian number, zeros behind a shorter name: it orders names as their bytes do.
  let head: UInt64
  /// Seven more bytes, then the length in the lowest byte.
  ///
  /// The bytes are those behind the first eight or, for a long name, its last ones; ``longMark`` is its length.
  let tail: UInt64
  /// The name itself when it is too long for the numbers; otherwise empty.
  private let long: String

  /// What stands for the length of a name that does not fit.
  static let longMark: UInt64 = 0xFF
  /// The most bytes that fit.
  static let capacity = 15

  /// Packs a string.
  init(_ string: String) {
    self = string.withBytes { bytes in
      let raw = UnsafeRawBufferPointer(bytes)
      return raw.count > Self.capacity ? PackedName(long: string, raw) : PackedName(short: raw)
    }
  }

  /// Packs well-formed UTF-8.
  @inline(__always)
  init(validUTF8 bytes: UnsafeRawBufferPointer) {
    if bytes.count > Self.capacity {
      self.init(long: String(decoding: bytes, as: UTF8.self), bytes)
    } else {
      self.init(short: bytes)
    }
  }

  private init(long string: String, _ bytes: UnsafeRawBufferPointer) {
    (head, tail) = Self.packed(bytes)
    long = string
  }

  @inline(__always)
  private init(short bytes: UnsafeRawBufferPointer) {
    (head, tail) = Self.packed(bytes)
    long = ""
  }

  /// The two numbers for some bytes.
  @inline(__always)
  static func packed(_ bytes: UnsafeRawBufferPointer) -> (head: UInt64, tail: UInt64) {
    let count = bytes.count
    if count > capacity { return (word(bytes, at: 0), word(bytes, at: count &- 8) &<< 8 | longMark) }
    guard count >= 8 else { return (partialWord(bytes), UInt64(truncatingIfNeeded: count)) }
    // The last eight bytes without those that the head has; two shifts, since one of 64 would be one of 0.
    let rest = (word(bytes, at: count &- 8) &<< 8) &<< UInt64(truncatingIfNeeded: 8 &* (15 &- count))
    return (word(bytes, at: 0), rest | UInt64(truncatingIfNeeded: count))
  }

  @inline(__always)
  private static func word(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
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

  @inline(__always)
  private var isLong: Bool { tail & 0xFF == Self.longMark }

  /// The name as a string.
  var string: String {
    if isLong { return long }
    return withUnsafeBytes(of: (head.bigEndian, tail.bigEndian)) { bytes in
      String(decoding: UnsafeRawBufferPointer(rebasing: bytes[..<Int(tail & 0xFF)]), as: UTF8.self)
    }
  }

  /// Whether this name sorts before another one by its bytes.
  @inline(__always)
  func precedes(_ other: PackedName) -> Bool {
    if head != other.head { return head < other.head }
    return isLong || other.isLong ? string.precedesInBytes(other.string) : tail < other.tail
  }
}

extension PackedName: Hashable {
  @inline(__always)
  static func == (left: PackedName, right: PackedName) -> Bool {
    guard left.head == right.head, left.tail == right.tail else { return false }
    return !left.isLong || left.long.hasSameBytes(as: right.long)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(head)
    hasher.combine(tail)
    if isLong { hasher.combine(ExactString(long)) }
  }
}
