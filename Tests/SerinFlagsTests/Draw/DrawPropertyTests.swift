import SerinFlags
import TestRandom
import Testing

/// What holds for every draw, whatever it is given.
@Suite struct DrawPropertyTests {
  @Test(arguments: DrawAlgorithm.allCases)
  func raisingAPercentageOnlyAddsUnits(algorithm: DrawAlgorithm) {
    var generator = SeededGenerator(seed: 11)
    let draw = PreparedDraw(algorithm, purpose: .rollout, salt: "s")
    for _ in 0..<1000 {
      let micro = [0, 1].map { _ in Double(Int.random(in: 0...100_000_000, using: &generator)) / 1_000_000 }
      let (low, high) = (Percentage(clamping: micro.min() ?? 0), Percentage(clamping: micro.max() ?? 0))
      #expect(draw.threshold(of: low) <= draw.threshold(of: high))
      #expect(draw.threshold(of: high) <= draw.range)
    }
  }

  @Test(arguments: DrawAlgorithm.allCases)
  func endsNeverFallAndStayWithinTheRange(algorithm: DrawAlgorithm) throws {
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<200 {
      let weights = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
        Double(Int.random(in: 1...10_000_000, using: &generator)) / generator.pick([1, 1000, 1_000_000])
      }
      let draw = PreparedDraw.split(algorithm, salt: "s", weights: weights)
      let ends = try #require(draw.ends(ofWeights: weights))
      #expect(ends.count == weights.count)
      #expect(ends == ends.sorted())
      #expect(ends.allSatisfy { $0 <= draw.range })
    }
  }

  /// EV-01.
  @Test(arguments: DrawAlgorithm.allCases, DrawPurpose.allCases)
  func anyIdOfAnyLengthDrawsANumberWithinTheRange(algorithm: DrawAlgorithm, purpose: DrawPurpose) {
    let draw = PreparedDraw(algorithm, purpose: purpose, salt: "checkout")
    let text = Array(repeating: Array("aé用🚀-0".utf8), count: 20).flatMap(\.self)
    for length in 0...200 {
      #expect(text[..<length].withUnsafeBufferPointer(draw.number) < draw.range)
    }
    for salt in ["", "s", String(repeating: "用", count: 1000)] {
      let draw = PreparedDraw(algorithm, purpose: purpose, salt: salt)
      #expect(draw.number(of: "") < draw.range)
      #expect(draw.number(of: String(repeating: "x", count: 100_000)) < draw.range)
    }
  }

  @Test(arguments: DrawAlgorithm.allCases)
  func aHundredThousandIdsAreSpreadEvenly(algorithm: DrawAlgorithm) {
    let draw = PreparedDraw(algorithm, purpose: .rollout, salt: "spread")
    var generator = SeededGenerator(seed: 13)
    var (halves, beyond) = (0, 0)
    for _ in 0..<100_000 {
      let number = draw.number(of: String(generator.next(), radix: 16))
      if number >= draw.range { beyond += 1 }
      if number < draw.range / 2 { halves += 1 }
    }
    #expect(beyond == 0)
    #expect(abs(halves - 50_000) < 1000, "\(algorithm) \(halves)")
  }

  /// EV-01: FeatBit takes the magnitude of a signed integer and djb2 wraps around: the least integer has one too.
  @Test func theLeastIntegerHasAMagnitude() {
    #expect(Int32.min.magnitude == 1 << 31)
    let draw = PreparedDraw(.featBit, purpose: .rollout, salt: "s")
    #expect(draw.threshold(of: .everybody) > UInt64(Int32.min.magnitude))
    // A long id wraps around many times.
    #expect(
      PreparedDraw(.djb2, purpose: .rollout, salt: "s").number(of: String(repeating: "\u{FF}", count: 5000)) < 100)
  }

  @Test func anUnleashSplitOfAnyTotalDraws() {
    for total in [0, 1, UInt64(UInt32.max), .max] {
      let draw = PreparedDraw(.unleash, purpose: .split, salt: "s", totalWeight: total)
      #expect(draw.number(of: "alice") < draw.range)
    }
    #expect(DrawAlgorithm.unleash.totalWeight(of: [.nan, -1, .infinity, 2]) == 1_000_000_002)
    #expect(DrawAlgorithm.flagd.totalWeight(of: [1, 2]) == nil)
  }
}
