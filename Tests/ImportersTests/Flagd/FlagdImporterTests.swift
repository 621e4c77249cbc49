import Importers
import SerinFlags
import Testing

struct FlagdImporterTests {
  private func read(_ flag: String) throws -> (flag: FlagDefinition, import: Import) {
    let json = try JSONValue(parsing: #"{"flags": {"f": \#(flag)}}"#.utf8)
    let imported = try FlagdImporter.read(json, owner: "us")
    try expectRoundTrip(imported)
    return (try #require(imported.document.flags.first?.definition), imported)
  }

  private func evaluate(_ imported: Import, _ context: FlagContext, seconds: Double = 0) throws -> String? {
    let now = try #require(Timestamp(secondsSince1970: seconds))
    return CompiledRuleset(imported.document).evaluate("f", for: context, at: now)?.variation
  }

  @Test
  func variantsKeepTheirNamesAndValues() throws {
    let (flag, imported) = try read(
      #"{"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "on"}"#)
    #expect(flag.variations.map(\.name) == ["off", "on"])
    #expect(flag.variations.map(\.isEnabled) == [false, true])
    #expect(flag.off == "off")
    #expect(flag.default == "on")
    #expect(flag.value == "value")
    #expect(flag.owner == "us")
    #expect(imported.findings.isEmpty)
  }

  @Test
  func aDisabledFlagIsKilledAndSaysWhatDiffers() throws {
    let (flag, imported) = try read(#"{"state": "DISABLED", "variants": {"a": 1, "b": 2}, "defaultVariant": "a"}"#)
    #expect(flag.isKilled)
    #expect(
      imported.findings.map(\.description) == [
        "flags.f.state: changed: a disabled flag gives the app's own default in flagd; here it is off with the value 0"
      ])
  }

  @Test(arguments: ["", #", "defaultVariant": null"#, #", "defaultVariant": """#])
  func aFlagWithoutADefaultVariantIsOffAndSaysSo(member: String) throws {
    let (flag, imported) = try read(#"{"state": "ENABLED", "variants": {"a": "x"}\#(member)}"#)
    #expect(flag.default == "off")
    #expect(flag.off == "off")
    #expect(imported.findings.map(\.path) == ["flags.f.defaultVariant"])
    #expect(imported.findings.map(\.effect) == [.changed])
  }

  @Test
  func aFractionalIsASplitOnTheTargetingKeyOrOnTheVariableAlone() throws {
    let (short, _) = try read(
      #"{"state": "ENABLED", "variants": {"a": 1, "b": 2}, "defaultVariant": "a", "targeting": {"fractional": [["a", 1], ["b"]]}}"#
    )
    #expect(
      short.rules.map(\.serve) == [
        .split(Split([.init("a", weight: 1), .init("b", weight: 1)], salt: "f", by: "userID", draw: .flagd)),
        .variation("a"),
      ])
    let (long, _) = try read(
      #"{"state": "ENABLED", "variants": {"a": 1, "b": 2}, "defaultVariant": "a", "targeting": {"fractional": [{"var": "email"}, ["a", 1], ["b", 3]]}}"#
    )
    #expect(
      long.rules.first?.serve
        == .split(Split([.init("a", weight: 1), .init("b", weight: 3)], salt: "", by: "email", draw: .flagd)))
  }

  @Test(arguments: [("<", 99.5), ("<=", 100.5), (">", 100.5), (">=", 99.5)])
  func theTimeIsComparedInWholeSeconds(name: String, edge: Double) throws {
    let (_, imported) = try read(
      #"{"state": "ENABLED", "variants": {"t": 1, "f": 2}, "defaultVariant": "f", "targeting": {"if": [{"\#(name)": [{"var": "$flagd.timestamp"}, 100]}, "t"]}}"#
    )
    for seconds in [98, 99, 99.5, 100, 100.5, 101, 102, edge] {
      let time = seconds.rounded(.down)
      let expected =
        switch name {
        case "<": time < 100
        case "<=": time <= 100
        case ">": time > 100
        default: time >= 100
        }
      #expect(try evaluate(imported, FlagContext(), seconds: seconds) == (expected ? "t" : "f"), "\(seconds)")
    }
  }

  @Test
  func importingTwiceGivesTheSameDocument() throws {
    let json = try #require(try Vectors.load("flagd/evaluations.json")["document"])
    #expect(try FlagdImporter.read(json) == FlagdImporter.read(json))
  }
}
