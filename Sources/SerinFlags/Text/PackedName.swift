/// A string that is looked up by its bytes: the name of a member or the key of a flag.
///
/// Up to 15 bytes lie in two numbers, so that such names are compared and ordered without touching a string, and
/// reading a JSON text makes no string for them. Longer names keep theirs; the numbers then only tell most unequal
/// names apart. It is no hash: whoever makes names alike on purpose only brings back the plain comparison.
struct PackedName: Sendable {
  /// The name, or what tells it from most others when it is long.
  let words: PackedText
  /// The name itself when it is too long for the numbers; otherwise empty.
  private let long: String

  /// Packs a string.
  init(_ string: String) {
    words = string.withBytes { PackedText(UnsafeRawBufferPointer($0)) }
    long = words.isLong ? string : ""
  }

  /// Packs well-formed UTF-8.
  @inline(__always)
  init(validUTF8 bytes: UnsafeRawBufferPointer) {
    words = PackedText(bytes)
    long = words.isLong ? String(decoding: bytes, as: UTF8.self) : ""
  }

  /// The first eight bytes, as ``PackedText/head`` has them.
  @inline(__always)
  var head: UInt64 { words.head }

  /// More bytes and the length, as ``PackedText/tail`` has them.
  @inline(__always)
  var tail: UInt64 { words.tail }

  /// The name as a string.
  var string: String {
    words.isLong ? long : words.withShortBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether this name sorts before another one by its bytes.
  @inline(__always)
  func precedes(_ other: PackedName) -> Bool {
    words.order(other.words) { string.precedesInBytes(other.string) ? -1 : 1 } < 0
  }
}

extension PackedName: Hashable {
  @inline(__always)
  static func == (left: PackedName, right: PackedName) -> Bool {
    left.words == right.words && (!left.words.isLong || left.long.hasSameBytes(as: right.long))
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(head)
    hasher.combine(tail)
    if words.isLong { hasher.combine(ExactString(long)) }
  }
}
