import Importers
import SerinFlags
import TestRandom
import Testing

/// Whatever a document holds, a reader neither traps nor gives what a reader of ours would refuse.
struct BadInputTests {
  @Test(arguments: 0..<8)
  func spoiltFeaturesOfUnleashAreReadOrRefused(seed: UInt64) throws {
    let json = try #require(try Vectors.load("unleash/evaluations.json")["state"])
    try check(json, seed: seed) { json throws(DocumentError) in try UnleashImporter.read(json) }
  }

  @Test(arguments: 0..<8)
  func spoiltFeaturesOfGrowthBookAreReadOrRefused(seed: UInt64) throws {
    try check(try Vectors.load("growthbook/evaluations.json"), seed: seed) { json throws(DocumentError) in
      try GrowthBookImporter.read(json)
    }
  }

  @Test(arguments: 0..<8)
  func spoiltFlagsOfFlagdAreReadOrRefused(seed: UInt64) throws {
    let json = try #require(try Vectors.load("flagd/evaluations.json")["document"])
    try check(json, seed: seed) { json throws(DocumentError) in try FlagdImporter.read(json) }
  }

  @Test(arguments: 0..<8)
  func spoiltFlagDataOfLaunchDarklyIsReadOrRefused(seed: UInt64) throws {
    try check(RecordedCases.load("launchdarkly/evaluations.json"), seed) { json throws(DocumentError) in
      try LaunchDarklyImporter.read(json)
    }
  }

  @Test(arguments: 0..<8)
  func spoiltTemplatesOfFirebaseAreReadOrRefused(seed: UInt64) throws {
    try check(RecordedCases.load("firebase/evaluations.json"), seed) { json throws(DocumentError) in
      try FirebaseImporter.read(json)
    }
  }

  @Test(arguments: 0..<8)
  func spoiltConfigsOfConfigCatAreReadOrRefused(seed: UInt64) throws {
    try check(RecordedCases.load("configcat/evaluations.json"), seed) { json throws(DocumentError) in
      try ConfigCatImporter.read(json)
    }
  }

  @Test(arguments: 0..<8)
  func spoiltConfigurationsOfEppoAreReadOrRefused(seed: UInt64) throws {
    try check(RecordedCases.load("eppo/evaluations.json"), seed) { json throws(DocumentError) in
      try EppoImporter.read(json)
    }
  }

  private func check(
    _ cases: [RecordedCases], _ seed: UInt64, _ read: (JSONValue) throws(DocumentError) -> Import
  ) throws {
    // Another part of the documents for each seed.
    for index in cases.indices where index % 8 == Int(seed) { try check(cases[index].document, seed: seed, read) }
  }

  private func check(
    _ json: JSONValue, seed: UInt64, _ read: (JSONValue) throws(DocumentError) -> Import
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let spoilt = json.mutated(rarity: 20 + Int(seed) * 30, using: &generator)
    let imported: Import
    do throws(DocumentError) {
      imported = try read(spoilt)
    } catch {
      return
    }
    try expectRoundTrip(imported)
    #expect(imported.findings.allSatisfy { !$0.message.isEmpty })
    let ruleset = CompiledRuleset(imported.document)
    for flag in imported.document.flags {
      let evaluation = ruleset.evaluate(flag.key, for: FlagContext(userID: "u"), at: Timestamp(microseconds: 0))
      #expect(evaluation?.reason != .malformed, "\(flag.key)")
    }
  }
}
