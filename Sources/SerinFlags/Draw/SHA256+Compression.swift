// The compression function, which the draw of every SDK runs through: written for the compiler's sake, and measured.
extension SHA256 {
  /// Takes whole blocks of 64 bytes into a state of eight words.
  static func compress(_ state: UnsafeMutablePointer<UInt32>, _ blocks: UnsafePointer<UInt8>, _ count: Int) {
    let blocks = UnsafeRawPointer(blocks)
    var words: Words = (state[0], state[1], state[2], state[3], state[4], state[5], state[6], state[7])
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 16) { schedule in
      roundConstants.withUnsafeBufferPointer { constants in
        for block in 0..<count {
          for index in 0..<16 {
            let offset = block &* 64 &+ index &* 4
            schedule[index] = UInt32(bigEndian: blocks.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
          }
          compress(schedule, constants, into: &words)
        }
      }
    }
    (state[0], state[1], state[2], state[3], state[4], state[5], state[6], state[7]) = words
  }

  /// The 64 rounds over one block.
  ///
  /// Only the last 16 words of the message schedule are kept, and each is replaced right after its use: the processor
  /// then works on the schedule and on the rounds at the same time.
  @inline(__always)
  private static func compress(
    _ schedule: UnsafeMutableBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>, into state: inout Words
  ) {
    var variables = state
    // Each half is written out rather than looped over, so that the places in the schedule are constants.
    for start in stride(from: 0, to: 48, by: 16) {
      eightRounds(&variables, schedule, constants, from: start, 0, replacing: true)
      eightRounds(&variables, schedule, constants, from: start, 8, replacing: true)
    }
    eightRounds(&variables, schedule, constants, from: 48, 0, replacing: false)
    eightRounds(&variables, schedule, constants, from: 48, 8, replacing: false)
    state = (
      state.0 &+ variables.0, state.1 &+ variables.1, state.2 &+ variables.2, state.3 &+ variables.3,
      state.4 &+ variables.4, state.5 &+ variables.5, state.6 &+ variables.6, state.7 &+ variables.7
    )
  }

  /// Eight rounds, so that the eight variables change their roles instead of their places.
  @inline(__always)
  private static func eightRounds(
    _ variables: inout Words, _ schedule: UnsafeMutableBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>,
    from start: Int, _ place: Int, replacing: Bool
  ) {
    var (a, b, c, d, e, f, g, h) = variables
    let constants = UnsafeBufferPointer(rebasing: constants[(start &+ place)...])
    round(a, b, c, &d, e, f, g, &h, word(schedule, place, replacing) &+ constants[0])
    round(h, a, b, &c, d, e, f, &g, word(schedule, place &+ 1, replacing) &+ constants[1])
    round(g, h, a, &b, c, d, e, &f, word(schedule, place &+ 2, replacing) &+ constants[2])
    round(f, g, h, &a, b, c, d, &e, word(schedule, place &+ 3, replacing) &+ constants[3])
    round(e, f, g, &h, a, b, c, &d, word(schedule, place &+ 4, replacing) &+ constants[4])
    round(d, e, f, &g, h, a, b, &c, word(schedule, place &+ 5, replacing) &+ constants[5])
    round(c, d, e, &f, g, h, a, &b, word(schedule, place &+ 6, replacing) &+ constants[6])
    round(b, c, d, &e, f, g, h, &a, word(schedule, place &+ 7, replacing) &+ constants[7])
    variables = (a, b, c, d, e, f, g, h)
  }

  /// A word of the schedule; the one that is needed 16 rounds later takes its place.
  @inline(__always)
  private static func word(
    _ schedule: UnsafeMutableBufferPointer<UInt32>, _ index: Int, _ isReplaced: Bool
  ) -> UInt32 {
    let word = schedule[index]
    guard isReplaced else { return word }
    let early = schedule[(index &+ 1) & 15]
    let late = schedule[(index &+ 14) & 15]
    let sigma0 = rotated(early, 7) ^ rotated(early, 18) ^ (early &>> 3)
    let sigma1 = rotated(late, 17) ^ rotated(late, 19) ^ (late &>> 10)
    schedule[index] = word &+ sigma0 &+ schedule[(index &+ 9) & 15] &+ sigma1
    return word
  }

  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32, _ g: UInt32,
    _ h: inout UInt32, _ word: UInt32
  ) {
    let sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    let choice = g ^ (e & (f ^ g))
    let first = h &+ sum1 &+ choice &+ word
    let sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
    // The majority of the three, in the form whose last part is the next round's first.
    let majority = b ^ ((a ^ b) & (b ^ c))
    d &+= first
    h = first &+ sum0 &+ majority
  }

  @inline(__always)
  private static func rotated(_ word: UInt32, _ bits: UInt32) -> UInt32 {
    (word &>> bits) | (word &<< (32 &- bits))
  }

  private static let roundConstants: [UInt32] = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
    0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
    0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
    0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
    0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
    0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
    0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
    0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
  ]
}
