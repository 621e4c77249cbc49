import SerinFlags
import TestRandom
import Testing

@Suite struct PercentageTests {
  static let valid: [(Double, UInt32)] = [
    (0, 0), (100, 100_000_000), (5, 5_000_000), (0.15, 150_000), (0.000001, 1), (99.999999, 99_999_999),
    (33.333333, 33_333_333),
    (0.1, 100_000), (0.3, 300_000), (-0.0, 0),
  ]

  @Test(arguments: Self.valid) func holdsSixDecimalsExactly(percent: Double, micro: UInt32) throws {
    let percentage = try #require(Percentage(percent))
    #expect(percentage.micro == micro)
    #expect(percentage.percent == percent)
  }

  @Test func everySixDecimalNumberGoesThroughItsText() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<20_000 {
      let micro = UInt32.random(in: 0...100_000_000, using: &generator)
      let fraction = String(micro % 1_000_000)
      let text = "\(micro / 1_000_000)." + String(repeating: "0", count: 6 - fraction.count) + fraction
      #expect(try Percentage(#require(Double(text)))?.micro == micro, "\(text)")
    }
  }

  @Test(arguments: [-1, 101, 5.000_000_1, 100.000_001, -0.000_001, .nan, .infinity, 1e-7, 99.999_999_9])
  func refusesOtherNumbers(percent: Double) {
    #expect(Percentage(percent) == nil)
  }

  @Test func clampsForReaders() {
    #expect(Percentage(clamping: -5) == .nobody)
    #expect(Percentage(clamping: 120) == .everybody)
    #expect(Percentage(clamping: .infinity) == .everybody)
    #expect(Percentage(clamping: .nan) == .nobody)
    #expect(Percentage(clamping: 5.000_000_1).micro == 5_000_000)
    #expect(Percentage.nobody < .everybody)
  }
}
