import Importers
import SerinFlags
import Testing

struct FirebaseRecordedTests {
  static let cases = RecordedCases.load("firebase/evaluations.json")

  @Test
  func theCasesAreThere() {
    #expect(Self.cases.count == 60)
  }

  @Test(arguments: cases.indices)
  func randomServerTemplatesAreAnsweredAsFirebasesSDKDoes(index: Int) throws {
    let recorded = Self.cases[index]
    let imported = try FirebaseImporter.read(recorded.document)
    let flags = recorded.document["parameters"]?.objectValue?.names ?? []
    try recorded.expectSameAnswers(imported, flags: flags, at: Timestamp(microseconds: 0))
  }
}
