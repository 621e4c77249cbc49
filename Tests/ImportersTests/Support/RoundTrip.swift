import Importers
import SerinFlags
import Testing

/// Checks that what was imported is a document that every reader accepts unchanged.
func expectRoundTrip(_ imported: Import, sourceLocation: SourceLocation = #_sourceLocation) throws {
  let document = imported.document
  let again = try RulesetDocument(json: document.json, mode: .read)
  #expect(again.json == document.json, sourceLocation: sourceLocation)
  #expect(again.json.serialized() == document.json.serialized(), sourceLocation: sourceLocation)
  for flag in again.flags {
    #expect(flag.issues == [], "\(flag.key)", sourceLocation: sourceLocation)
  }
  for segment in again.segments {
    #expect(segment.issues == [], "\(segment.key)", sourceLocation: sourceLocation)
  }
}
