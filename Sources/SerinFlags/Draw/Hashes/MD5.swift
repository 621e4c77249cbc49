/// MD5 as RFC 1321 defines it, in plain Swift.
///
/// Only draws of other systems use it: they take it as a way to spread ids, not to protect anything.
package enum MD5 {
  /// The four words of a digest; the bytes of each are the least significant first, so most users want them swapped.
  package typealias Words = (UInt32, UInt32, UInt32, UInt32)

  /// The digest of some bytes as its four words.
  package static func hash(_ bytes: some Sequence<UInt8>) -> Words {
    Array(bytes).withUnsafeBytes { content in
      digest(length: content.count) { $0.copyMemory(from: content) }
    }
  }

  /// The digest of a message that `fill` writes into the buffer it is given; the buffer is exactly `length` bytes long.
  static func digest(length: Int, fill: (UnsafeMutableRawBufferPointer) -> Void) -> Words {
    withPaddedMessage(length: length, isBigEndian: false, fill: fill) { blocks in
      var state: Words = (0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476)
      sines.withUnsafeBufferPointer { sines in
        for start in stride(from: 0, to: blocks.count, by: 64) {
          compress(UnsafeRawBufferPointer(rebasing: blocks[start..<(start &+ 64)]), sines, into: &state)
        }
      }
      return state
    }
  }

  /// The 64 rounds over one block.
  private static func compress(
    _ block: UnsafeRawBufferPointer, _ sines: UnsafeBufferPointer<UInt32>, into state: inout Words
  ) {
    var (a, b, c, d) = state
    for index in 0..<64 {
      let mixed: UInt32
      let place: Int
      switch index {
      case ..<16: (mixed, place) = (d ^ (b & (c ^ d)), index)
      case ..<32: (mixed, place) = (c ^ (d & (b ^ c)), 5 &* index &+ 1)
      case ..<48: (mixed, place) = (b ^ c ^ d, 3 &* index &+ 5)
      default: (mixed, place) = (c ^ (b | ~d), 7 &* index)
      }
      let word = UInt32(littleEndian: block.load(fromByteOffset: (place & 15) &* 4, as: UInt32.self))
      let sum = a &+ mixed &+ sines[index] &+ word
      (a, b, c, d) = (d, b &+ sum.rotated(left: shift(ofRound: index)), b, c)
    }
    state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d)
  }

  /// By how many bits a round rotates: one of four numbers in turn, others for each quarter of the rounds.
  private static func shift(ofRound index: Int) -> UInt32 {
    let quarter: (UInt32, UInt32, UInt32, UInt32)
    switch index {
    case ..<16: quarter = (7, 12, 17, 22)
    case ..<32: quarter = (5, 9, 14, 20)
    case ..<48: quarter = (4, 11, 16, 23)
    default: quarter = (6, 10, 15, 21)
    }
    switch index & 3 {
    case 0: return quarter.0
    case 1: return quarter.1
    case 2: return quarter.2
    default: return quarter.3
    }
  }

  /// The whole part of 2^32 times the magnitude of the sine of 1 to 64 radians.
  private static let sines: [UInt32] = [
    0xD76A_A478, 0xE8C7_B756, 0x2420_70DB, 0xC1BD_CEEE, 0xF57C_0FAF, 0x4787_C62A, 0xA830_4613, 0xFD46_9501,
    0x6980_98D8, 0x8B44_F7AF, 0xFFFF_5BB1, 0x895C_D7BE, 0x6B90_1122, 0xFD98_7193, 0xA679_438E, 0x49B4_0821,
    0xF61E_2562, 0xC040_B340, 0x265E_5A51, 0xE9B6_C7AA, 0xD62F_105D, 0x0244_1453, 0xD8A1_E681, 0xE7D3_FBC8,
    0x21E1_CDE6, 0xC337_07D6, 0xF4D5_0D87, 0x455A_14ED, 0xA9E3_E905, 0xFCEF_A3F8, 0x676F_02D9, 0x8D2A_4C8A,
    0xFFFA_3942, 0x8771_F681, 0x6D9D_6122, 0xFDE5_380C, 0xA4BE_EA44, 0x4BDE_CFA9, 0xF6BB_4B60, 0xBEBF_BC70,
    0x289B_7EC6, 0xEAA1_27FA, 0xD4EF_3085, 0x0488_1D05, 0xD9D4_D039, 0xE6DB_99E5, 0x1FA2_7CF8, 0xC4AC_5665,
    0xF429_2244, 0x432A_FF97, 0xAB94_23A7, 0xFC93_A039, 0x655B_59C3, 0x8F0C_CC92, 0xFFEF_F47D, 0x8584_5DD1,
    0x6FA8_7E4F, 0xFE2C_E6E0, 0xA301_4314, 0x4E08_11A1, 0xF753_7E82, 0xBD3A_F235, 0x2AD7_D2BB, 0xEB86_D391,
  ]
}
