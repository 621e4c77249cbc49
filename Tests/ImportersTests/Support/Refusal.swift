import Importers
import SerinFlags
import Testing

/// A construct that has no equal, within a flag named `broken`, and what must be said of it.
struct Refusal: Sendable, CustomTestStringConvertible {
  /// The JSON that stands in the flag.
  let json: String
  /// The finding's path.
  let path: String
  /// The finding's words.
  let message: String

  init(_ json: String, _ path: String, _ message: String) {
    self.json = json
    self.path = path
    self.message = message
  }

  var testDescription: String { json }

  /// Checks that the flag is left out with these words, and that its neighbour `sound` is not.
  func check(_ imported: Import, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try expectRoundTrip(imported, sourceLocation: sourceLocation)
    let finding = ImportFinding(path: path, message: message, effect: .flagLeftOut)
    let leftOut = imported.findings.filter { $0.effect == .flagLeftOut }
    #expect(leftOut.contains(finding), "\(leftOut)", sourceLocation: sourceLocation)
    #expect(imported.document.flags.map(\.key) == ["sound"], sourceLocation: sourceLocation)
  }
}
