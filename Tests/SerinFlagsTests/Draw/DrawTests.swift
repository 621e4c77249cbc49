import SerinFlags
import Testing

@Suite struct DrawTests {
  @Test func agreesWithFirebaseRemoteConfig() throws {
    let vectors = try #require(Vectors.load("firebase-percent.json")["vectors"]?.arrayValue)
    #expect(vectors.count == 10)
    for vector in vectors {
      let seed = vector["seed"]?.stringValue ?? ""
      let unit = try #require(vector["randomizationId"]?.stringValue)
      let text = try #require(vector["string_hashed"]?.stringValue)
      #expect(Vectors.hexadecimal(SHA256.hash(text.utf8)) == vector["sha256_hex"]?.stringValue)
      #expect(Double(Draw.number(salt: seed, unit: unit)) == vector["micro_percentile"]?.numberValue)
    }
  }

  /// EV-03, EV-16, EV-18: vectors that do not change, for ids of any script.
  @Test func hashesTheExactBytesOfAnyId() throws {
    let vectors = try #require(Vectors.load("sha256-draw.json")["ids"]?.arrayValue)
    for vector in vectors {
      let salt = try #require(vector["salt"]?.stringValue)
      let unit = try #require(vector["unit"]?.stringValue)
      #expect(Vectors.hexadecimal(unit.utf8) == vector["utf8"]?.stringValue)
      #expect(Double(Draw.number(salt: salt, unit: unit)) == vector["draw"]?.numberValue, "\(salt).\(unit)")
    }
    #expect(Draw.number(salt: "s", unit: "\u{E9}") != Draw.number(salt: "s", unit: "e\u{301}"))
  }

  @Test func foldsTheWholeDigestWithoutOverflow() {
    // 2^256 - 1 modulo 10^8, from Python.
    let most = UInt32.max
    #expect(Draw.remainder((most, most, most, most, most, most, most, most)) == 29_639_935)
    #expect(Draw.remainder((0, 0, 0, 0, 0, 0, 0, 99_999_999)) == 99_999_999)
    #expect(Draw.remainder((0, 0, 0, 0, 0, 0, 0, 100_000_000)) == 0)
    #expect(Draw.remainder((0, 0, 0, 0, 0, 0, 1, 0)) == 94_967_296)
  }

  @Test func acceptsUnitsOfAnyLength() {
    let long = String(repeating: "用", count: 100_000)
    let bytes = SHA256.hash(("salt." + long).utf8)
    var remainder: UInt64 = 0
    for byte in bytes { remainder = (remainder * 256 + UInt64(byte)) % 100_000_000 }
    #expect(UInt64(Draw.number(salt: "salt", unit: long)) == remainder)
    #expect(Draw.number(salt: String(repeating: "s", count: 2000), unit: "") < 100_000_000)
  }

  /// EV-04, EV-06.
  @Test func isUniformAndIndependentBetweenSalts() {
    var deciles = [Int](repeating: 0, count: 10)
    var both = 0
    for index in 0..<100_000 {
      let first = Draw.number(salt: "one", unit: "user-\(index)")
      let second = Draw.number(salt: "two", unit: "user-\(index)")
      deciles[Int(first / 10_000_000)] += 1
      if first < 10_000_000, second < 10_000_000 { both += 1 }
    }
    #expect(deciles.allSatisfy { abs($0 - 10_000) < 400 })
    #expect(abs(both - 1000) < 200)
  }
}
