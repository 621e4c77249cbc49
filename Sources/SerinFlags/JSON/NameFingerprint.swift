/// A few bytes of a name, so that most unequal names are told apart by comparing numbers.
///
/// Equal names have equal fingerprints; names with equal fingerprints are compared as a whole. It is no hash: whoever
/// makes names alike on purpose only brings back the plain comparison.
struct NameFingerprint: Sendable, Hashable {
  /// The first eight bytes as a big-endian number, zeros behind a shorter name: it orders names as their bytes do.
  let prefix: UInt64
  /// The last eight bytes, and the length.
  private let rest: UInt64

  init(_ name: String) {
    (prefix, rest) = name.withBytes { bytes in
      let raw = UnsafeRawBufferPointer(bytes)
      let length = UInt64(truncatingIfNeeded: raw.count)
      if raw.count >= 8 {
        let first = UInt64(bigEndian: raw.loadUnaligned(as: UInt64.self))
        let last = raw.loadUnaligned(fromByteOffset: raw.count &- 8, as: UInt64.self)
        return (first, last ^ length)
      }
      var first: UInt64 = 0
      for byte in raw { first = first &<< 8 | UInt64(byte) }
      // A shift by 64 would be one by 0, but then the value is 0 anyway.
      return (first &<< (64 &- 8 * length), length)
    }
  }
}
