import Importers
import SerinFlags
import Testing

struct EppoRecordedTests {
  static let cases = RecordedCases.load("eppo/evaluations.json")

  @Test
  func theCasesAreThere() {
    #expect(Self.cases.count == 60)
  }

  @Test(arguments: cases.indices)
  func randomFlagsAreAnsweredAsEpposSDKDoes(index: Int) throws {
    let recorded = Self.cases[index]
    let imported = try EppoImporter.read(recorded.document)
    let flags = recorded.document["flags"]?.objectValue?.names ?? []
    let now = try #require(Timestamp(parsing: "2026-11-30T12:00:00Z"))
    try recorded.expectSameAnswers(imported, flags: flags, at: now)
  }
}
