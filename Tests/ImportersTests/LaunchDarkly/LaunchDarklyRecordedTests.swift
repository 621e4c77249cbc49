import Importers
import SerinFlags
import Testing

struct LaunchDarklyRecordedTests {
  static let cases = RecordedCases.load("launchdarkly/evaluations.json")

  @Test
  func theCasesAreThere() {
    #expect(Self.cases.count == 60)
  }

  @Test(arguments: cases.indices)
  func randomFlagsAreAnsweredAsLaunchDarklysSDKDoes(index: Int) throws {
    let recorded = Self.cases[index]
    let imported = try LaunchDarklyImporter.read(recorded.document)
    let flags = recorded.document["flags"]?.objectValue?.names ?? []
    try recorded.expectSameAnswers(imported, flags: flags, at: Timestamp(microseconds: 0))
  }
}
