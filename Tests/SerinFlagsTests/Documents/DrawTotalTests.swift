import SerinFlags
import Testing

/// Weights and patterns that would leave somebody out, or take too long, are refused when they are written.
@Suite struct DrawTotalTests {
  private func issues(_ draw: String, percent: Double = 25, weights: [Double]) -> [String] {
    let arms = weights.map { weight -> JSONValue in ["variation": "on", "weight": .number(weight)] }
    let json = Samples.flag(rules: [
      [
        "id": "r_00000001", "rollout": ["percent": .number(percent), "salt": "s", "draw": .string(draw)],
        "serve": ["split": .array(arms), "salt": "s", "draw": .string(draw)],
      ]
    ])
    do throws(DocumentError) {
      _ = try FlagDefinition(json: json, key: "f", mode: .write)
      return []
    } catch {
      // A reader takes what was published.
      #expect((try? FlagDefinition(json: json, key: "f", mode: .read)) != nil)
      return error.issues.map(\.description)
    }
  }

  static let wholes: [(String, Double)] = [
    ("launchDarkly", 100_000), ("growthBook1", 1), ("growthBook2", 1), ("featBit", 1), ("configCat", 100),
    ("postHog", 100), ("flagsmith", 100), ("eppo", 10_000), ("statsig", 1000),
  ]

  @Test(arguments: wholes)
  func weightsMustAddUpToTheWholeOfTheirDraw(draw: String, whole: Double) {
    #expect(issues(draw, weights: [whole / 2, whole / 2]).isEmpty)
    let few = issues(draw, weights: [whole / 4, whole / 4])
    #expect(few.count == 1 && few[0].hasPrefix("flags.f.rules[0].serve.split: the weights "))
    #expect(!issues(draw, weights: [whole * 7, whole * 7]).isEmpty)
  }

  @Test(arguments: ["sha256", "unleash", "flagd", "sha256Prefix", "djb2"])
  func weightsOfOtherDrawsAreRatios(draw: String) {
    #expect(issues(draw, weights: [1, 1]).isEmpty && issues(draw, weights: [700, 700]).isEmpty)
  }

  @Test func patternsOfAFlagAreBoundedTogether() {
    let pattern: JSONValue = ["attribute": "x", "op": "matches", "value": "(?:[^ab]?\\pL*){500}"]
    func flag(_ count: Int) -> JSONValue {
      Samples.flag(rules: [
        ["id": "r_00000001", "when": ["any": .array(Array(repeating: pattern, count: count))], "serve": "on"]
      ])
    }
    #expect((try? FlagDefinition(json: flag(2), key: "f", mode: .write)) != nil)
    let error = #expect(throws: DocumentError.self) {
      try FlagDefinition(json: flag(60), key: "f", mode: .write)
    }
    #expect(error?.issues.count == 1)
    #expect(error?.description.hasSuffix("at most 8000 are allowed") == true)
  }
}
