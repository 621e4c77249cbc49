import SerinFlags
import Testing

@testable import SerinCodegen

@Suite struct CarriedValuesTests {
  @Test(arguments: [
    (#"{"type": "string", "default": "blue"}"#, #"FlagProperty<String>(FlagKey.a, "p", default: "blue")"#),
    (#"{"type": "number", "default": 3}"#, #"FlagProperty<Double>(FlagKey.a, "p", default: 3)"#),
    (#"{"type": "number", "default": -0.25}"#, #"FlagProperty<Double>(FlagKey.a, "p", default: -0.25)"#),
    (#"{"type": "boolean", "default": true}"#, #"FlagProperty<Bool>(FlagKey.a, "p", default: true)"#),
    (#"{"type": "json", "default": null}"#, #"FlagProperty<JSONValue>(FlagKey.a, "p", default: .null)"#),
    (
      #"{"type": "json", "default": {"b": [1, "x", {}], "a": false}}"#,
      #"FlagProperty<JSONValue>(FlagKey.a, "p", default: "#
        + #".object(["a": .bool(false), "b": .array([.number(1), .string("x"), .object([:])])]))"#
    ),
  ])
  func aPropertyHasTheTypeThatTheSDKReads(property: String, construction: String) throws {
    let source = try source(of: #""a": {"kind": "ops", "owner": "o", "properties": {"p": \#(property)}}"#)
    #expect(source.lines.contains("nonisolated static let p = \(construction)"))
  }

  @Test func aFlagThatIsOnOrOffHasNoEnum() throws {
    let source = try source(of: #""a": {"kind": "ops", "owner": "o"}"#)
    #expect(!source.text.contains("enum"))
  }

  @Test func otherVariationsAreCasesWithTheirExactNames() throws {
    let lines = try source(
      of: #"""
        "a": {"kind": "ops", "owner": "o", "off": "off", "variations": {
          "off": {"enabled": false}, "similar-items": {"enabled": true}, "default": {"enabled": true},
          "none": {"enabled": true}}}
        """#
    ).lines
    #expect(lines.contains("nonisolated enum A {"))
    #expect(lines.contains("nonisolated enum Variation: String, CaseIterable, Sendable {"))
    let cases = [
      "case `default`", #"case noneVariation = "none""#, "case off", #"case similarItems = "similar-items""#,
    ]
    #expect(lines.filter { $0.hasPrefix("case ") } == cases)
  }

  @Test func variationsThatOnlyLookTheSameAreToldApartByTheirBytes() throws {
    let names = ["caf\u{E9}", "cafe\u{301}", "\u{212B}", "\u{C5}", "plain"]
    let members = names.map { "\"\($0)\": {\"enabled\": true}" }.joined(separator: ", ")
    for (names, hasOwnInitialiser) in [(members, true), ("\"a\": {\"enabled\": true}", false)] {
      let source = try source(
        of: #""a": {"kind": "ops", "owner": "o", "off": "off", "variations": {"off": {"enabled": false}, \#(names)}}"#)
      #expect(source.lines.contains("nonisolated init?(rawValue: String) {") == hasOwnInitialiser)
    }
  }

  @Test func propertiesAndVariationsOfTheSameNameAreSaid() throws {
    let source = try source(
      of: #"""
        "a": {"kind": "ops", "owner": "o",
              "properties": {"p_q": {"type": "number", "default": 1}, "p-q": {"type": "number", "default": 2}},
              "off": "x_y", "variations": {"x_y": {"enabled": false}, "x-y": {"enabled": true}}}
        """#)
    #expect(
      source.warnings == [
        "flag a, o: properties whose names would be the same have a suffix: p-q, p_q",
        "flag a, o: variations whose names would be the same have a suffix: x-y, x_y",
      ])
  }

  @Test func warningsTellVariationsApartThatOnlyLookTheSame() throws {
    let source = try source(
      of: #"""
        "a": {"kind": "ops", "owner": "o", "off": "off", "variations": {
          "off": {"enabled": false}, "caf\u00e9": {"enabled": true}, "cafe\u0301": {"enabled": true}}}
        """#)
    #expect(
      source.warnings == [
        "flag a, o: variations whose names would be the same have a suffix: cafe\\u{301}, caf\\u{e9}"
      ])
  }
}
