import Foundation
import TestRandom
import Testing

@testable import Serin

@Suite struct LatencyHistogramTests {
  @Test(arguments: [
    // The upper end of a bucket belongs to it, the lower end to the one below.
    (1.0, -1), (1.000001, 0), (2.0, 3), (2.0001, 4), (0.5, -5), (0.25, -9), (86_400, 65), (1e9, 65), (1e-6, -80),
  ]) func aDurationFallsIntoItsBucket(_ seconds: TimeInterval, _ bucket: Int) {
    #expect(LatencyHistogram.bucket(of: seconds) == bucket)
  }

  @Test func everyDurationLiesInItsBucket() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<10_000 {
      let seconds = exp2(Double.random(in: -19.9...16, using: &generator))
      let bucket = Double(LatencyHistogram.bucket(of: seconds))
      #expect(exp2(bucket / 4) < seconds * (1 + 1e-12) && seconds <= exp2((bucket + 1) / 4) * (1 + 1e-12))
    }
  }

  @Test func theFormHoldsCountSumExtremesAndBuckets() {
    var histogram = LatencyHistogram()
    for seconds in [0, 0.000_000_1, 0.1, 0.1, 3] { histogram.add(seconds) }
    #expect(histogram.json["count"] == 5)
    #expect(histogram.json["zeros"] == 2)
    #expect(histogram.json["min"] == 0)
    #expect(histogram.json["max"] == 3)
    #expect(histogram.json["scale"] == 2)
    #expect(histogram.json["buckets"] == [[-14, 2], [6, 1]])
    #expect(abs(histogram.sum - 3.2) < 0.001)
  }
}
