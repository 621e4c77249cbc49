import SerinFlags
import TestRandom
import Testing

/// Who is in and who gets what, as the systems' own packages decided it close to where that changes.
@Suite struct DrawDecisionTests {
  @Test func decisionsAreThoseOfTheSources() throws {
    let decisions = try #require(Vectors.load("draw-decisions.json")["decisions"]?.arrayValue)
    #expect(decisions.count > 1000)
    for decision in decisions {
      let algorithm = try #require(DrawAlgorithm(rawValue: decision["draw"]?.stringValue ?? ""))
      let salt = try #require(decision["salt"]?.stringValue)
      let unit = try #require(decision["unit"]?.stringValue)
      if let percent = decision["percent"]?.numberValue {
        let draw = PreparedDraw(algorithm, purpose: .rollout, salt: salt)
        let isIn = draw.number(of: unit) < draw.threshold(of: try #require(Percentage(percent)))
        #expect(isIn == decision["isIn"]?.boolValue, "\(decision.text())")
      } else {
        let weights = try #require(decision["weights"]?.arrayValue).compactMap(\.numberValue)
        let arm = try PreparedDraw.split(algorithm, salt: salt, weights: weights).arm(of: unit, weights: weights)
        #expect(Double(arm ?? -1) == decision["arm"]?.numberValue, "\(decision.text())")
      }
    }
  }

  /// What each source does at 0 and 100 %: how many numbers are in.
  @Test(
    arguments: [
      (.sha256, 0, 100_000_000), (.unleash, 0, 100), (.launchDarkly, 0, (1 << 60) - 64), (.growthBook1, 0, 1000),
      (.growthBook2, 0, 10_000), (.flagd, 0, 1 << 32), (.configCat, 0, 100), (.postHog, 1, 1 << 60),
      (.flagsmith, 1, 9998), (.featBit, 0, (1 << 31) + 1), (.eppo, 0, 10_000), (.statsig, 0, 10_000),
      (.sha256Prefix, 0, 1000), (.djb2, 0, 100),
    ] as [(DrawAlgorithm, UInt64, UInt64)])
  func nobodyAndEverybodyAreAsInTheSource(algorithm: DrawAlgorithm, nobody: UInt64, everybody: UInt64) {
    let draw = PreparedDraw(algorithm, purpose: .rollout, salt: "s")
    #expect(draw.threshold(of: .nobody) == nobody)
    #expect(draw.threshold(of: .everybody) == everybody)
  }

  /// The comparison at the number before a threshold and at the threshold, in the source's arithmetic.
  @Test(arguments: [0.07, 0.14, 0.28, 0.29, 1.1, 12.34, 16.08, 33.3, 57.0, 70.07, 99.99])
  func thresholdIsWhereTheComparisonTurns(percent: Double) throws {
    let percentage = try #require(Percentage(percent))
    func check(_ algorithm: DrawAlgorithm, _ isIn: (Double) -> Bool) {
      let threshold = PreparedDraw(algorithm, purpose: .rollout, salt: "s").threshold(of: percentage)
      #expect(threshold > 0 && isIn(Double(threshold - 1)), "\(algorithm)")
      #expect(!isIn(Double(threshold)), "\(algorithm)")
    }
    // A document holds a share such as 0.0007 itself, which is not always 0.07 / 100.
    let share = try #require(Double("\(percent)e-2"))
    check(.launchDarkly) { $0 / Double(0xFFF_FFFF_FFFF_FFFF as UInt64) < share }
    check(.growthBook1) { $0 / 1000 < share }
    check(.growthBook2) { $0 / 10_000 < share }
    check(.featBit) { $0 / 0x1p31 <= share }
    check(.sha256Prefix) { $0 / 1000 < share }
    check(.eppo) { $0 < (percent * 100).rounded() }
    check(.configCat) { $0 < percent }
    check(.postHog) { $0 / Double(0xFFF_FFFF_FFFF_FFFF as UInt64) <= percent / 100 }
    check(.flagsmith) { $0 / 9998 * 100 <= percent }
    check(.statsig) { $0 < percent * 100 }
    check(.djb2) { $0 < percent }
    check(.sha256) { $0 < (percent * 1_000_000).rounded() }
    if percent >= 1 { check(.unleash) { $0 + 1 <= percent } }
  }

  /// 0.07 x 100 is a little more than 7 as doubles, so the bucket 7 is in; a whole number of buckets would leave it out.
  @Test func statsigMultipliesAsTheSourceDoes() throws {
    let draw = PreparedDraw(.statsig, purpose: .rollout, salt: "s")
    #expect(draw.threshold(of: try #require(Percentage(0.07))) == 8)
    #expect(draw.threshold(of: try #require(Percentage(0.08))) == 8)
    #expect(draw.threshold(of: try #require(Percentage(0.09))) == 9)
  }

  @Test func weightsThatDoNotAddUpGoTheSourcesWay() throws {
    func ends(_ algorithm: DrawAlgorithm, _ weights: [Double]) -> [UInt64]? {
      PreparedDraw.split(algorithm, salt: "s", weights: weights).ends(ofWeights: weights)
    }
    // As doubles the 32 numbers below 2^59 are 2^59.
    #expect(ends(.launchDarkly, [50_000, 10_000]) == [(1 << 59) - 32, 1 << 60])
    #expect(ends(.growthBook2, [1, 3]) == [5000, 10_000])
    #expect(ends(.growthBook2, [0.25, 0.745]) == [2500, 9950])
    #expect(ends(.configCat, [20, 30]) == [20, 50])
    #expect(ends(.eppo, [1000, 2000]) == [1000, 3000])
    #expect(ends(.statsig, [100, 100]) == [100, 200])
    #expect(ends(.featBit, [0.999995, 0.000005]) == [(1 << 31) + 1, (1 << 31) + 1])
    #expect(ends(.unleash, [1, 2]) == [1, 3])
    #expect(ends(.flagd, [1, 2]) == [1_431_655_766, 1 << 32])
    #expect(ends(.djb2, [1, 2]) == [34, 100])
    #expect(ends(.sha256Prefix, [1, 3]) == [250, 1000])
    #expect(ends(.flagd, [1e9, 1e9, 1e9]) == nil)
    for algorithm in DrawAlgorithm.allCases {
      #expect(ends(algorithm, []) == nil)
      #expect(ends(algorithm, [1, -1]) == nil)
      #expect(ends(algorithm, [.nan]) == nil)
      #expect(ends(algorithm, [.infinity, 1]) == nil)
    }
  }

  @Test func nativeEndsAreThoseOfTheSplit() {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<500 {
      let weights = (0..<Int.random(in: 1...9, using: &generator)).map { _ in
        Double(Int.random(in: 1...1_000_000, using: &generator)) / 1000
      }
      let draw = PreparedDraw(.sha256, purpose: .split, salt: "s")
      #expect(draw.ends(ofWeights: weights) == Split.thresholds(ofWeights: weights)?.map(UInt64.init))
    }
  }
}
