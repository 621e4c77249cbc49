import FuzzTargets
import Testing

/// A short piece of what `script/soak` does at length.
struct GeneratedDocumentTests {
  @Test func everyWayOfDecidingAgreesForGeneratedDocuments() throws {
    for document in 0..<200 {
      #expect(throws: Never.self, "document \(document)") { try GeneratedTarget.run(document: document, seed: 1) }
    }
  }
}
