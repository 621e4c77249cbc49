import SerinFlags
import TestRandom
import Testing

@Suite struct SplitTests {
  private func variations(_ flag: CompiledFlag, _ units: Range<Int>) -> [String] {
    units.map { flag.evaluate(for: FlagContext(userID: "user-\($0)")).variation }
  }

  /// EV-10: no number is left without an arm.
  @Test func theLastArmHoldsTheTopOfTheRange() throws {
    for weights in [[1, 1, 1], [1, 2, 4, 8], [33.333333, 33.333333, 33.333334], [0.1, 0.2, 0.7], [1e9, 1e9, 1]] {
      let ends = try #require(Split.thresholds(ofWeights: weights))
      #expect(ends.last == Draw.range)
      #expect(ends == ends.sorted())
    }
  }

  /// EV-11.
  @Test func threeEqualArmsShareEverybody() throws {
    let equal = try #require(Split.thresholds(ofWeights: [1.0 / 3, 1.0 / 3, 1.0 / 3]))
    #expect(equal == [33_333_334, 66_666_667, 100_000_000])
    #expect(Split.thresholds(ofWeights: [33.33, 33.33, 33.33]) == equal)
    let flag = Samples.split([.init("a", weight: 1), .init("b", weight: 1), .init("c", weight: 1)])
    let served = variations(flag, 0..<30_000)
    for name in ["a", "b", "c"] { #expect(abs(served.filter { $0 == name }.count - 10_000) < 400) }
  }

  /// EV-12.
  @Test func aTinyWeightGetsItsShare() throws {
    #expect(Split.thresholds(ofWeights: [1, 1_000_000]) == [100, 100_000_000])
    #expect(Split.thresholds(ofWeights: [1_000_000, 1]) == [99_999_901, 100_000_000])
    #expect(Split.thresholds(ofWeights: [0.000001, 1]) == [100, 100_000_000])
  }

  @Test func endsAreThoseOfTheFormula() throws {
    var generator = SeededGenerator(seed: 31)
    for _ in 0..<200 {
      let micro = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
        UInt64.random(in: 1...90_000, using: &generator)
      }
      let ends = try #require(Split.thresholds(ofWeights: micro.map { Double($0) / 1_000_000 }))
      let total = micro.reduce(0, +)
      for _ in 0..<50 {
        let draw = UInt64.random(in: 0..<100_000_000, using: &generator)
        var cumulative: UInt64 = 0
        let byFormula = micro.firstIndex { weight in
          cumulative += weight
          return draw * total < 100_000_000 * cumulative
        }
        #expect(ends.firstIndex { UInt32(draw) < $0 } == byFormula)
      }
    }
  }

  @Test(arguments: [[], [0], [1, -1], [1, .nan], [.infinity], [1e-9], [2e9]] as [[Double]])
  func otherWeightsAreNotASplit(weights: [Double]) {
    #expect(Split.thresholds(ofWeights: weights) == nil)
  }

  /// EV-13: a rollout of p and a split of p and the rest, with the same salt, choose the same units.
  @Test(arguments: [30, 0.15, 99.5, 33.333333]) func turningARolloutIntoASplitMovesNobody(percent: Double) throws {
    let rollout = try Samples.rollout(percent)
    let split = Samples.split([.init("on", weight: percent), .init("off", weight: 100 - percent)])
    for index in 0..<30_000 {
      let context = FlagContext(userID: "user-\(index)")
      #expect(rollout.evaluate(for: context).variation == split.evaluate(for: context).variation)
    }
    #expect(!split.evaluate(for: FlagContext()).isEnabled)
  }

  /// EV-15.
  @Test func movingAPointBetweenTwoArmsLeavesTheThirdAlone() {
    let before = variations(
      Samples.split([.init("a", weight: 50), .init("b", weight: 25), .init("c", weight: 25)]), 0..<20_000)
    let after = variations(
      Samples.split([.init("a", weight: 49), .init("b", weight: 26), .init("c", weight: 25)]), 0..<20_000)
    var moved = 0
    for (old, new) in zip(before, after) where old != new {
      #expect(old == "a" && new == "b")
      moved += 1
    }
    #expect((100...300).contains(moved))
  }

  @Test func onlyTheRatioOfTheWeightsCounts() {
    let small = Samples.split([.init("a", weight: 0.5), .init("b", weight: 1.5)])
    let large = Samples.split([.init("a", weight: 250), .init("b", weight: 750)])
    #expect(variations(small, 0..<5000) == variations(large, 0..<5000))
  }

  @Test func inclusionAndVariationAreDrawnIndependently() throws {
    let rollout = try Rollout(percent: #require(Percentage(20)), salt: "s1")
    let flag = Samples.split([.init("a", weight: 1), .init("b", weight: 1)], salt: nil, rollout: rollout)
    let explicit = Samples.split(
      [.init("a", weight: 1), .init("b", weight: 1)], salt: "s1/variation", rollout: rollout)
    let served = variations(flag, 0..<50_000)
    #expect(served == variations(explicit, 0..<50_000))
    #expect(abs(served.filter { $0 == "a" }.count - 5000) < 250)
    #expect(abs(served.filter { $0 == "b" }.count - 5000) < 250)
  }

  @Test func withoutAUnitASplitServesAsNotDrawn() {
    let arms: [Split.Arm] = [.init("a", weight: 1), .init("b", weight: 1)]
    let plain = Samples.split(arms).evaluate(for: FlagContext(userID: ""))
    #expect(plain.variation == "off" && plain.reason == .notDrawn && plain.ruleId == "r_00000001")
    let rollout = Rollout(percent: .everybody, salt: "s", otherwise: .variation("b"))
    let otherwise = Samples.split(arms, rollout: rollout).evaluate(for: FlagContext())
    #expect(otherwise.variation == "b" && otherwise.reason == .notDrawn)
    let onward = Rollout(percent: .everybody, salt: "s", otherwise: .continue)
    #expect(Samples.split(arms, rollout: onward).evaluate(for: FlagContext()).reason == .noRule)
  }

  @Test func aVariationMayHaveSeveralShares() {
    let flag = Samples.split([.init("a", weight: 49), .init("b", weight: 1), .init("a", weight: 50)])
    #expect(flag.outcomes.filter { $0.variation == "a" }.count == 1)
    #expect(abs(variations(flag, 0..<20_000).filter { $0 == "b" }.count - 200) < 80)
  }
}
