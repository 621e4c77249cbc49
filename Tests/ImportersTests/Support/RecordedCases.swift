import Importers
import SerinFlags
import Testing

/// Documents of another system with what its own SDK answered for some contexts.
///
/// The documents were made at random; the answers are the SDK's. An answer of null is one that left the value to the
/// caller. `SOURCE.txt` beside the file names the SDK.
struct RecordedCases {
  let document: JSONValue
  let asks: [JSONValue]

  static func load(_ name: String) -> [RecordedCases] {
    let json = (try? Vectors.load(name))?.arrayValue ?? []
    return json.map { RecordedCases(document: $0["document"] ?? .null, asks: $0["asks"]?.arrayValue ?? []) }
  }

  /// Asks Serin the same, and expects the same answers.
  ///
  /// - Parameter flags: The keys of the flags in the order of the recorded answers.
  func expectSameAnswers(_ imported: Import, flags: [String], at now: Timestamp) throws {
    try expectRoundTrip(imported)
    #expect(imported.findings.filter { $0.effect == .flagLeftOut } == [])
    let ruleset = CompiledRuleset(imported.document)
    for ask in asks {
      let context = FlagContext(userID: ask["user"]?.stringValue, attributes: ask["attributes"]?.objectValue ?? [:])
      let answers = flags.map { ruleset.evaluate($0, for: context, at: now)?.value ?? .null }
      #expect(answers == ask["values"]?.arrayValue, "\(ask)")
    }
  }
}
