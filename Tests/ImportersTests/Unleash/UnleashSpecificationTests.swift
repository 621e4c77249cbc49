import Importers
import SerinFlags
import Testing

struct UnleashSpecificationTests {
  /// The files of the specification with the number of their cases; 19 and 20 are about streams of changes.
  static let files = [
    ("01-simple-examples", 5), ("02-user-with-id-strategy", 5), ("03-gradual-rollout-user-id-strategy", 6),
    ("04-gradual-rollout-session-id-strategy", 6), ("05-gradual-rollout-random-strategy", 4),
    ("06-remote-address-strategy", 6), ("07-multiple-strategies", 6), ("08-variants", 17),
    ("09-strategy-constraints", 17), ("10-flexible-rollout-strategy", 10), ("11-strategy-constraints-edge-cases", 6),
    ("12-custom-stickiness", 9), ("13-constraint-operators", 46), ("14-constraint-semver-operators", 25),
    ("15-global-constraints", 6), ("16-strategy-variants", 11), ("17-dependent-features", 39),
    ("18-utf8-flag-names", 2), ("21-regex-constraint-operators", 37), ("22-cidr-constraint-operators", 12),
  ]

  @Test(arguments: files)
  func everyCaseOfTheClientSpecificationIsAnsweredAsThere(file: String, count: Int) throws {
    let json = try Vectors.load("unleash/\(file).json")
    let imported = try UnleashImporter.read(try #require(json["state"]))
    try expectRoundTrip(imported)
    let ruleset = CompiledRuleset(imported.document)
    let cases = (json["tests"]?.arrayValue ?? []) + (json["variantTests"]?.arrayValue ?? [])
    #expect(cases.count == count)
    for test in cases.map(UnleashCase.init) {
      let numbers = UnleashCase.numbers(of: test.feature, in: imported.document)
      let evaluation = ruleset.evaluate(test.feature, for: test.context(numbers: numbers), at: test.now)
      #expect(test.result(of: evaluation) == test.expected, "\(test.description)")
    }
  }

  @Test(arguments: files)
  func everyFeatureOfTheClientSpecificationIsImported(file: String, count: Int) throws {
    let json = try Vectors.load("unleash/\(file).json")
    let imported = try UnleashImporter.read(try #require(json["state"]))
    #expect(imported.findings.filter { $0.effect == .flagLeftOut } == [])
    #expect(imported.document.flags.count == json["state"]?["features"]?.arrayValue?.count)
  }
}
