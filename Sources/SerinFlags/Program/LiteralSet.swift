/// A set of texts that is asked with bytes, by a hash of its own and without making strings.
final class LiteralSet: Sendable {
  private let literals: FrozenArray<PackedText>
  private let spans: FrozenArray<LiteralSpan>
  private let bytes: FrozenArray<UInt8>
  /// Numbers of literals plus one by their hashes; 0 is free.
  private let index: FrozenArray<UInt32>
  private let mask: Int

  /// How many different texts there are.
  var count: Int { literals.count }

  init(_ texts: some Collection<String>) {
    var size = 8
    while size < 2 * texts.count { size *= 2 }
    var index = [UInt32](repeating: 0, count: size)
    var literals: [PackedText] = []
    var spans: [LiteralSpan] = []
    var bytes: [UInt8] = []
    var known: Set<ExactString> = []
    for text in texts where known.insert(ExactString(text)).inserted {
      let packed = text.withBytes { PackedText(UnsafeRawBufferPointer($0)) }
      literals.append(packed)
      spans.append(LiteralSpan(offset: UInt32(bytes.count), count: UInt32(text.utf8.count)))
      bytes.append(contentsOf: text.utf8)
      var place = Self.hash(packed) & (size - 1)
      while index[place] != 0 { place = (place + 1) & (size - 1) }
      index[place] = UInt32(literals.count)
    }
    self.literals = FrozenArray(literals)
    self.spans = FrozenArray(spans)
    self.bytes = FrozenArray(bytes)
    self.index = FrozenArray(index)
    mask = size - 1
  }

  /// Whether a text is one of them.
  func contains(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    contains(text, PackedText(UnsafeRawBufferPointer(text)))
  }

  /// Whether a text, which is packed already, is one of them.
  @inline(__always)
  func contains(_ text: UnsafeBufferPointer<UInt8>, _ packed: PackedText) -> Bool {
    var place = Self.hash(packed) & mask
    while index.start[place] != 0 {
      let literal = Int(index.start[place]) &- 1
      if literals.start[literal] == packed {
        guard packed.isLong else { return true }
        let span = spans.start[literal]
        let wanted = UnsafeBufferPointer(start: bytes.start + Int(span.offset), count: Int(span.count))
        if bytesAreEqual(wanted, text) { return true }
      }
      place = (place &+ 1) & mask
    }
    return false
  }

  /// Texts that agree in the packed numbers fall together; whoever writes such lists on purpose only slows their own.
  @inline(__always)
  private static func hash(_ text: PackedText) -> Int {
    let mixed = text.mixed
    return Int(truncatingIfNeeded: (mixed ^ (mixed &>> 29)) &>> 20)
  }
}
