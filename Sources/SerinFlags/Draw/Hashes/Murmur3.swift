/// MurmurHash3 x86 32: the public domain hash of Austin Appleby, in plain Swift.
package enum Murmur3 {
  /// The hash of some bytes.
  package static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt32) -> UInt32 {
    var state = seed
    let tail = bytes.count & ~3
    for offset in stride(from: 0, to: tail, by: 4) {
      state ^= mixed(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
      state = state.rotated(left: 13) &* 5 &+ 0xE654_6B64
    }
    if tail < bytes.count {
      var word: UInt32 = 0
      for offset in tail..<bytes.count {
        word |= UInt32(bytes[offset]) &<< UInt32(truncatingIfNeeded: (offset &- tail) &* 8)
      }
      state ^= mixed(word)
    }
    return finished(state ^ UInt32(truncatingIfNeeded: bytes.count))
  }

  private static func mixed(_ word: UInt32) -> UInt32 {
    (word &* 0xCC9E_2D51).rotated(left: 15) &* 0x1B87_3593
  }

  /// Spreads every bit of the state over the whole of it.
  private static func finished(_ state: UInt32) -> UInt32 {
    var state = state
    state = (state ^ (state &>> 16)) &* 0x85EB_CA6B
    state = (state ^ (state &>> 13)) &* 0xC2B2_AE35
    return state ^ (state &>> 16)
  }
}
