import SerinFlags
import Testing

@Suite struct DigestEngineTests {
  @Test func drawsFromBytesWhatItDrawsFromStrings() {
    for length in 0...130 {
      let unit = String(repeating: "u", count: length)
      for salt in ["", "k3J9xw2Q", String(repeating: "s", count: 70)] {
        let drawn = salt.withBytes { salt in unit.withBytes { Draw.number(salt: salt, unit: $0, engine: .swift) } }
        #expect(drawn == Draw.number(salt: salt, unit: unit), "\(salt).\(unit)")
      }
    }
  }

  /// One inclusion and one variation of the same unit, as a rule with a split draws them.
  @Test(arguments: [0, 1, 7, 8, 9, 36, 45, 46, 54, 55, 56, 200]) func drawsTwoAtOnceAsOneAfterTheOther(length: Int) {
    let unit = String(repeating: "é", count: length / 2) + (length % 2 == 1 ? "u" : "")
    let drawn = "k3J9xw2Q".withBytes { first in
      "k3J9xw2Q/variation".withBytes { second in
        unit.withBytes { Draw.numbers(salts: (first, second), units: ($0, $0), engine: .swift) }
      }
    }
    #expect(drawn.0 == Draw.number(salt: "k3J9xw2Q", unit: unit))
    #expect(drawn.1 == Draw.number(salt: "k3J9xw2Q/variation", unit: unit))
  }

  @Test func callsTheFunctionsThatItIsGiven() {
    // An engine that leaves the state alone draws from the words that every message begins with.
    let idle = DigestEngine(compress: { _, _, _ in }, compressPair: { _, _, _, _ in })
    let start: SHA256.Words = (
      0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19
    )
    let drawn = "any".withBytes { Draw.number(salt: $0, unit: $0, engine: idle) }
    #expect(drawn == Draw.remainder(start))
    let both = "any".withBytes { Draw.numbers(salts: ($0, $0), units: ($0, $0), engine: idle) }
    #expect(both == (Draw.remainder(start), Draw.remainder(start)))
  }
}
