import Importers
import SerinFlags
import Testing

struct FlagdSampleTests {
  /// The samples of flagd, with what is said of each.
  static let samples: [(file: String, flags: Int, findings: [String])] = [
    ("config/example_flags.flagd.json", 9, [types] + drawn),
    ("config/example_flags.flagd.2.json", 1, []),
    ("config/example_flags_secondary.flagd.json", 2, [types]),
    ("config/example_flags.json", 7, [types, old]),
    ("config/example_flags_secondary.json", 2, [types]),
    ("samples/example_flags.flagd.json", 7, [types, computed]),
    ("samples/example_flags_secondary.flagd.json", 2, [types]),
    ("samples/example_flags.json", 7, [types, computed]),
    ("samples/example_flags_secondary.json", 2, [types]),
  ]

  /// What holds for every document with targeting.
  private static let types =
    "flags: changed: JsonLogic's conversions are not imitated: an attribute must have the type that it is compared "
    + "with, or neither the comparison nor its opposite matches"

  /// The older name of `fractional`, which flagd itself does not know any more.
  private static let old =
    "flags.headerColor.targeting.if[1].fractionalEvaluation: flag left out: "
    + "cannot give a variant in Serin; if, fractional and $ref can"

  /// The hash of a flag's key and an attribute, joined.
  private static let computed =
    "flags.headerColor.targeting.if[1].fractional[0].cat: flag left out: "
    + "is computed; Serin compares attributes as they are"

  /// What holds for every hash of a variable.
  private static let drawn = [
    "flags.headerColor.targeting.if[1].fractional[0]: changed: "
      + "flagd also hashes numbers and booleans; here \"email\" must be a text",
    "flags.headerColor.targeting.if[1].fractional: note: "
      + "is drawn as flagd does since it hashes CBOR; earlier versions shared users otherwise",
  ]

  @Test(arguments: samples)
  func everySampleIsReadWithTheFindingsThatAreStated(file: String, flags: Int, findings: [String]) throws {
    let imported = try FlagdImporter.read(try Vectors.load("flagd/\(file)"))
    try expectRoundTrip(imported)
    #expect(imported.document.flags.count == flags)
    #expect(imported.findings.map(\.description) == findings)
    let again = try FlagdImporter.read(try Vectors.load("flagd/\(file)"))
    #expect(again == imported)
  }
}
