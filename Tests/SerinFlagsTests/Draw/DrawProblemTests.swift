import SerinFlags
import Testing

@Suite struct DrawProblemTests {
  @Test(
    arguments: [
      (.unleash, 33.5, "is finer than the draw unleash, which counts in whole percents"),
      (.configCat, 0.1, "is finer than the draw configCat, which counts in whole percents"),
      (.djb2, 99.000001, "is finer than the draw djb2, which counts in whole percents"),
      (.eppo, 12.345, "is finer than the draw eppo, which counts in hundredths of a percent"),
      (.launchDarkly, 0.0001, "is finer than the draw launchDarkly, which counts in thousandths of a percent"),
      (.unleash, 33, nil), (.eppo, 12.34, nil), (.launchDarkly, 0.001, nil), (.sha256, 0.000001, nil),
      (.postHog, 33.333333, nil), (.statsig, 33.333333, nil),
    ] as [(DrawAlgorithm, Double, String?)])
  func percentagesFinerThanTheSourceCanHoldAreNamed(algorithm: DrawAlgorithm, percent: Double, problem: String?) throws
  {
    #expect(algorithm.problem(ofPercent: try #require(Percentage(percent))) == problem)
  }

  @Test(
    arguments: [
      (.unleash, [1, 2.5], "are not all whole numbers, which the draw unleash needs"),
      (.unleash, [4_294_967_295, 1], "are not all between 0.000001 and 1000000000"),
      (.unleash, [1e9, 1e9, 1e9, 1e9, 1e9], "add up to 5000000000; the draw unleash takes at most 4294967295"),
      (.flagd, [1e9, 1e9, 1e9], "add up to 3000000000; the draw flagd takes at most 2147483647"),
      (.growthBook2, [50, 50], "add up to 100; the draw growthBook2 takes from 0.99 to 1.01"),
      (.configCat, [50, 51], "add up to 101; the draw configCat takes at most 100"),
      (.featBit, [0.5, 0.6], "add up to 1.1; the draw featBit takes at most 1"),
      (.launchDarkly, [100_000, 1], "add up to 100001; the draw launchDarkly takes at most 100000"),
      (.eppo, [0, 10_000], "are not all between 0.000001 and 1000000000"),
      (.unleash, [334, 333, 333], nil), (.growthBook1, [0.1, 0.2, 0.7], nil), (.postHog, [33.3, 33.3, 33.4], nil),
      (.featBit, [0.1, 0.2, 0.7], nil), (.sha256, [1, 5000.5], nil), (.djb2, [1, 1], nil), (.statsig, [500, 500], nil),
    ] as [(DrawAlgorithm, [Double], String?)])
  func weightsThatTheSourceWouldNotTakeAreNamed(algorithm: DrawAlgorithm, weights: [Double], problem: String?) {
    #expect(algorithm.problem(ofWeights: weights) == problem)
  }
}
