import TestRandom
import Testing

@testable import SerinFlags

/// Properties of percentages that hold for every flag and unit.
@Suite struct IndependenceTests {
  /// A flag with a rollout, evaluated as flags are.
  private func isIn(_ salt: String, _ micro: UInt32, _ unit: String?) -> Bool {
    let rollout = Rollout(percent: Percentage(clamping: Double(micro) / 1_000_000), salt: salt)
    let rule = RuleDefinition(id: "r_00000001", rollout: rollout, serve: .variation("on"))
    let flag = CompiledFlag(FlagDefinition(key: "f", kind: .release, rules: [rule]))
    return flag.evaluate(for: FlagContext(userID: unit)).isEnabled
  }

  /// EV-14: a higher percentage keeps every unit of a lower one.
  @Test func raisingAPercentageOnlyAddsUnits() {
    var generator = SeededGenerator(seed: 51)
    for _ in 0..<1000 {
      let salt = "salt\(Int.random(in: 0..<1000, using: &generator))"
      let unit = "user-\(Int.random(in: 0..<1_000_000, using: &generator))"
      let pair = [
        UInt32.random(in: 0...100_000_000, using: &generator), UInt32.random(in: 0...100_000_000, using: &generator),
      ].sorted()
      let (low, high) = (isIn(salt, pair[0], unit), isIn(salt, pair[1], unit))
      #expect(!low || high)
      let number = Draw.number(salt: salt, unit: unit)
      #expect(low == (number < pair[0]) && high == (number < pair[1]))
      // The unit comes in at exactly one step, and goes on the way back.
      #expect(!isIn(salt, number, unit) && isIn(salt, number + 1, unit))
    }
  }

  /// EV-09: nobody and everybody are exact, also for the units that draw the least and the greatest number.
  @Test func theEndsAreExactForTheLeastAndTheGreatestNumber() throws {
    // The units that draw the least and the greatest of many numbers.
    var least = (number: UInt32.max, unit: "")
    var greatest = (number: UInt32.min, unit: "")
    for index in 0..<50_000 {
      let unit = "user-\(index)"
      let number = Draw.number(salt: "ends", unit: unit)
      if number < least.number { least = (number, unit) }
      if number > greatest.number { greatest = (number, unit) }
    }
    #expect(least.number < 20_000 && greatest.number > 99_980_000)
    for unit in [least.unit, greatest.unit, "", nil] {
      #expect(!isIn("ends", 0, unit))
      #expect(isIn("ends", 100_000_000, unit))
    }
    #expect(isIn("ends", least.number + 1, least.unit) && !isIn("ends", least.number, least.unit))
    #expect(!isIn("ends", greatest.number, greatest.unit))
    // Numbers at the very ends, by the comparison itself: 0 is in from the first step on, the last one only at 100 %.
    #expect(PreparedDraw(.sha256, purpose: .rollout, salt: "").threshold(of: Percentage(clamping: 0.000001)) == 1)
    #expect(
      PreparedDraw(.sha256, purpose: .rollout, salt: "").threshold(of: Percentage(clamping: 99.999999))
        == UInt64(Draw.range) - 1)
    #expect(Draw.remainder((0, 0, 0, 0, 0, 0, 0, 0)) == 0)
    #expect(Draw.remainder((0, 0, 0, 0, 0, 0, 0, 99_999_999)) == 99_999_999)
  }

  /// EV-06: what one flag draws says nothing about what another one draws.
  ///
  /// The correlation of two flags at 50 %, phi, is 0 with a standard deviation of 1/sqrt(units) when they are
  /// independent: 0.015 is 4.7 deviations. Fifteen flags make 105 pairs, and each flag is drawn once for all of them.
  @Test func flagsDrawIndependently() {
    let units = 100_000
    let flags = 15
    // Each flag's half of the units as bits.
    let words = (units + 63) / 64
    let halves = (0..<flags).map { flag -> [UInt64] in
      var bits = [UInt64](repeating: 0, count: words)
      for unit in 0..<units where Draw.number(salt: "flag-\(flag)", unit: "user-\(unit)") < 50_000_000 {
        bits[unit / 64] |= 1 << UInt64(unit % 64)
      }
      return bits
    }
    let sizes = halves.map { $0.reduce(0) { $0 + $1.nonzeroBitCount } }
    var pairs = 0
    for first in 0..<flags {
      for second in (first + 1)..<flags {
        pairs += 1
        let both = zip(halves[first], halves[second]).reduce(0) { $0 + ($1.0 & $1.1).nonzeroBitCount }
        let phi = Self.phi(both: both, sizes[first], sizes[second], of: units)
        #expect(abs(phi) < 0.015, "flags \(first) and \(second)")
      }
    }
    #expect(pairs == 105)
  }

  private static func phi(both: Int, _ first: Int, _ second: Int, of count: Int) -> Double {
    let (n, a, b) = (Double(count), Double(first), Double(second))
    return (n * Double(both) - a * b) / (a * (n - a) * b * (n - b)).squareRoot()
  }

  /// Which variation a unit gets does not depend on how early it came in.
  @Test func variationsAreEvenInsideASmallRollout() throws {
    let weights: [(String, Double)] = [("a", 50), ("b", 30), ("c", 20)]
    let rollout = try Rollout(percent: #require(Percentage(10)), salt: "k3J9xw2Q")
    let flag = Samples.split(weights.map { .init($0.0, weight: $0.1) }, salt: nil, rollout: rollout)
    var counts: [String: Int] = [:]
    var included = 0
    for index in 0..<60_000 {
      let evaluation = flag.evaluate(for: FlagContext(userID: "user-\(index)"))
      guard evaluation.reason == .ruleMatched else { continue }
      included += 1
      counts[evaluation.variation, default: 0] += 1
    }
    #expect(abs(included - 6000) < 370)
    for (name, weight) in weights {
      let share = weight / 100
      let deviation = (Double(included) * share * (1 - share)).squareRoot()
      #expect(abs(Double(counts[name] ?? 0) - Double(included) * share) < 5 * deviation, "\(name)")
    }
    // With one salt for both, everybody who is in would have drawn less than 10 % and so got `a`.
    let shared = Samples.split(weights.map { .init($0.0, weight: $0.1) }, salt: "k3J9xw2Q", rollout: rollout)
    let served = Set((0..<3000).map { shared.evaluate(for: FlagContext(userID: "user-\($0)")).variation })
    #expect(served == ["off", "a"])
  }
}
