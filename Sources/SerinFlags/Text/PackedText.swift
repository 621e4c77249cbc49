/// The bytes of a text packed into two numbers, so that short texts are compared without touching memory.
///
/// It is what ``PackedName`` does for names, for texts whose bytes lie elsewhere: up to 15 bytes are in the numbers
/// whole; of a longer text they hold enough to tell most unequal ones apart.
struct PackedText: Equatable, BitwiseCopyable {
  let head: UInt64
  let tail: UInt64

  @inline(__always)
  init(head: UInt64, tail: UInt64) {
    self.head = head
    self.tail = tail
  }

  @inline(__always)
  init(_ name: PackedName) {
    head = name.head
    tail = name.tail
  }

  /// Packs well-formed UTF-8.
  @inline(__always)
  init(_ bytes: UnsafeRawBufferPointer) {
    (head, tail) = PackedName.packed(bytes)
  }

  /// Whether the numbers hold only a part, so that equal ones must be compared byte by byte.
  @inline(__always)
  var isPartial: Bool { tail & 0xFF == PackedName.longMark }
}
