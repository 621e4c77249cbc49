/// SHA-1 as FIPS 180-4 defines it, in plain Swift.
///
/// Only draws of other systems use it: they take it as a way to spread ids, not to protect anything.
package enum SHA1 {
  /// The five words of a digest, most significant first.
  package typealias Words = (UInt32, UInt32, UInt32, UInt32, UInt32)

  /// The digest of some bytes as its five words.
  package static func hash(_ bytes: some Sequence<UInt8>) -> Words {
    Array(bytes).withUnsafeBytes { content in
      digest(length: content.count) { $0.copyMemory(from: content) }
    }
  }

  /// The digest of a message that `fill` writes into the buffer it is given; the buffer is exactly `length` bytes long.
  static func digest(length: Int, fill: (UnsafeMutableRawBufferPointer) -> Void) -> Words {
    withPaddedMessage(length: length, isBigEndian: true, fill: fill) { blocks in
      var state: Words = (0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0)
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { schedule in
        for start in stride(from: 0, to: blocks.count, by: 64) {
          for index in 0..<16 {
            schedule[index] = UInt32(bigEndian: blocks.load(fromByteOffset: start &+ index &* 4, as: UInt32.self))
          }
          for index in 16..<80 {
            let mixed = schedule[index &- 3] ^ schedule[index &- 8] ^ schedule[index &- 14] ^ schedule[index &- 16]
            schedule[index] = mixed.rotated(left: 1)
          }
          compress(schedule, into: &state)
        }
      }
      return state
    }
  }

  /// The 80 rounds over one block.
  private static func compress(_ schedule: UnsafeMutableBufferPointer<UInt32>, into state: inout Words) {
    var (a, b, c, d, e) = state
    for index in 0..<80 {
      let mixed: UInt32
      switch index {
      case ..<20: mixed = (d ^ (b & (c ^ d))) &+ 0x5A82_7999
      case ..<40: mixed = (b ^ c ^ d) &+ 0x6ED9_EBA1
      case ..<60: mixed = ((b & c) | (d & (b | c))) &+ 0x8F1B_BCDC
      default: mixed = (b ^ c ^ d) &+ 0xCA62_C1D6
      }
      let next = a.rotated(left: 5) &+ mixed &+ e &+ schedule[index]
      (a, b, c, d, e) = (next, a, b.rotated(left: 30), c, d)
    }
    state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e)
  }
}
