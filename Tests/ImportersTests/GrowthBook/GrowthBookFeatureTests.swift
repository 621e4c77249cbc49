import Importers
import SerinFlags
import Testing

struct GrowthBookFeatureTests {
  /// The cases that an imported document cannot answer, and why.
  static let leftOut = [
    "include experiments when forced":
      "forcedVariations are given with the context, by a developer; in Serin that is an override in the SDK",
    "CB rule with empty contexts (explore) buckets on marginal weights with fallback leaf -1": bandit,
    "CB rule with no contexts key falls back to marginal weights (fallback leaf -1)": bandit,
    "CB rule with empty contexts uses marginal weights (fallback leaf -1)": bandit,
    "CB rule with empty contexts is overridden by forced variation like a normal experiment": bandit,
  ]
  private static let bandit = "a contextual bandit learns; the reader leaves the flag out"

  @Test
  func everyFeatureOfGrowthBooksCasesAnswersAsThere() throws {
    let cases = try #require(try Vectors.load("growthbook/cases.json")["feature"]?.arrayValue)
    #expect(cases.count == 55)
    #expect(Set(Self.leftOut.keys).isSubset(of: cases.compactMap { $0[0]?.stringValue }))
    for test in cases {
      let name = test[0]?.stringValue ?? ""
      let setup = test[1] ?? [:]
      let document: JSONValue = ["features": setup["features"] ?? [:], "savedGroups": setup["savedGroups"] ?? [:]]
      let imported = try GrowthBookImporter.read(document)
      try expectRoundTrip(imported)
      if let why = Self.leftOut[name] {
        let isBandit = imported.findings.contains { $0.message == "is a contextual bandit, which learns" }
        #expect(isBandit == (why == Self.bandit), "\(name)")
        continue
      }
      let context = GrowthBookContext.context(setup["attributes"] ?? [:])
      let ruleset = CompiledRuleset(imported.document)
      let evaluation = ruleset.evaluate(test[2]?.stringValue ?? "", for: context, at: Timestamp(microseconds: 0))
      #expect((evaluation?.isEnabled ?? false) == test[3]?["on"]?.boolValue, "\(name)")
      // Null is the off variation, which carries a default value; a flag that is not there gives the app's own.
      if let value = test[3]?["value"], !value.isNull { #expect(evaluation?.value == value, "\(name)") }
    }
  }
}
