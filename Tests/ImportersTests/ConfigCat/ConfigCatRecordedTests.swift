import Importers
import SerinFlags
import Testing

struct ConfigCatRecordedTests {
  static let cases = RecordedCases.load("configcat/evaluations.json")

  @Test
  func theCasesAreThere() {
    #expect(Self.cases.count == 60)
  }

  @Test(arguments: cases.indices)
  func randomSettingsAreAnsweredAsConfigCatsSDKDoes(index: Int) throws {
    let recorded = Self.cases[index]
    let imported = try ConfigCatImporter.read(recorded.document)
    let flags = recorded.document["f"]?.objectValue?.names ?? []
    try recorded.expectSameAnswers(imported, flags: flags, at: Timestamp(microseconds: 0))
  }
}
