import SerinFlags
import Testing

@testable import Importers

struct GrowthBookDrawTests {
  private func cases(_ name: String) throws -> [[JSONValue]] {
    let cases = try #require(try Vectors.load("growthbook/cases.json")[name]?.arrayValue)
    return cases.compactMap(\.arrayValue)
  }

  @Test
  func theHashesAreGrowthBooks() throws {
    let cases = try cases("hash")
    #expect(cases.count == 15)
    for test in cases {
      let seed = test[0].stringValue ?? ""
      let hash = GrowthBookHash(version: test[2], default: 1, seed: seed, attribute: "id")
      let number = hash.map { hash -> JSONValue in
        let draw = PreparedDraw(hash.draw, purpose: .rollout, salt: hash.seed)
        let number = (test[1].stringValue ?? "").withBytes { draw.number(of: $0) }
        return .number(Double(number) / Double(hash.steps))
      }
      #expect(number ?? .null == test[3], "\(test)")
    }
  }

  @Test
  func coverageAndWeightsGiveGrowthBooksRanges() throws {
    let cases = try cases("getBucketRange")
    #expect(cases.count == 13)
    for test in cases {
      let ranges = GrowthBookRanges.ranges(
        count: Int(test[1][0]?.numberValue ?? 0), coverage: test[1][1]?.numberValue ?? 1,
        weights: test[1][2]?.arrayValue?.compactMap(\.numberValue))
      let expected = (test[2].arrayValue ?? []).map { ($0[0]?.numberValue ?? -1, $0[1]?.numberValue ?? -1) }
      #expect(ranges.count == expected.count)
      for (range, expected) in zip(ranges, expected) {
        #expect(abs(range.start - expected.0) < 1e-9, "\(test)")
        #expect(abs(range.end - expected.1) < 1e-9, "\(test)")
      }
    }
  }

  @Test
  func aNumberIsInTheRangeThatGrowthBookChooses() throws {
    let cases = try cases("chooseVariation")
    #expect(cases.count == 13)
    let hash = try #require(GrowthBookHash(version: 2, default: 2, seed: "", attribute: "id"))
    for test in cases {
      let number = Int((test[1].numberValue ?? 0) * Double(hash.steps) + 0.5)
      let ranges = (test[2].arrayValue ?? []).map {
        hash.numbers(from: $0[0]?.numberValue ?? 0, to: $0[1]?.numberValue ?? 0)
      }
      let chosen = ranges.firstIndex { $0.contains(number) } ?? -1
      #expect(chosen == Int(test[3].numberValue ?? -2), "\(test)")
    }
  }

  @Test
  func aNamespaceHoldsTheUsersThatGrowthBookPutsThere() throws {
    let cases = try cases("inNamespace")
    #expect(cases.count == 16)
    for test in cases {
      let document: JSONValue = [
        "features": ["f": ["defaultValue": 0, "rules": [["variations": [1, 2], "namespace": test[2]]]]]
      ]
      let imported = try GrowthBookImporter.read(document)
      let context = FlagContext(attributes: ["id": test[1]])
      let evaluation = CompiledRuleset(imported.document).evaluate("f", for: context, at: Timestamp(microseconds: 0))
      #expect(evaluation?.isEnabled == test[3].boolValue, "\(test)")
    }
  }

  /// The shares that a split of decimals can miss by one number, beside those that it meets.
  static let shares: [[Double]] = [
    [0.1, 0.2, 0.7], [0.3, 0.3, 0.4], [1 / 3, 1 / 3, 1 / 3], [0.05, 0.95], [0.7, 0.1, 0.1, 0.1],
  ]

  @Test(arguments: shares)
  func everyNumberGetsTheVariationOfItsRange(weights: [Double]) throws {
    let hash = try #require(GrowthBookHash(version: 2, default: 2, seed: "s", attribute: "id"))
    let ranges = GrowthBookRanges.ranges(count: weights.count, coverage: 1, weights: weights)
    let numbers = ranges.map { hash.numbers(from: $0.start, to: $0.end) }
    for number in 0..<hash.steps {
      let value = Double(number) / Double(hash.steps)
      let expected = ranges.firstIndex { value >= $0.start && value < $0.end }
      #expect(numbers.firstIndex { $0.contains(number) } == expected, "\(number)")
    }
    if let split = hash.weights(of: numbers) {
      let draw = PreparedDraw(hash.draw, purpose: .split, salt: hash.seed)
      #expect(draw.ends(ofWeights: split) == numbers.map { UInt64($0.upperBound) })
    }
  }
}
