import SerinCodegen
import SerinFlags
import TestPlantedPackage
import Testing

@testable import CodeReferences

/// What `serin-codegen` writes, and code that uses it.
@Suite struct GeneratedSourceTests {
  private static let json: JSONValue = [
    "schema": 1, "project": "shop", "environment": "production",
    "flags": [
      "new-checkout": [
        "kind": "release", "owner": "shop", "expires": "2027-03-01", "off": "off", "default": "off",
        "properties": [
          "max_items": ["type": "number", "default": 3], "layout": ["type": "json", "default": ["a": 1]],
        ],
        "variations": ["off": ["enabled": false], "slim": ["enabled": true], "full": ["enabled": true]],
      ],
      "old_search": [
        "kind": "experiment", "owner": "search", "expires": "2026-11-01", "default": "on", "off": "off",
        "properties": ["color": ["type": "string", "default": "a \"b\" \\(c)"]],
        "variations": ["off": ["enabled": false], "on": ["enabled": true]],
      ],
      "gone": [
        "kind": "ops", "owner": "web", "archived": true, "off": "off", "default": "off",
        "variations": ["off": ["enabled": false], "on": ["enabled": true]],
      ],
      "default": [
        "kind": "killSwitch", "owner": "web", "off": "off", "default": "on",
        "variations": ["off": ["enabled": false], "on": ["enabled": true]],
      ],
    ],
  ]

  private let app = MarkedSource(
    """
    _ = flags.isEnabled(⟦generated new-checkout⟧.newCheckout); _ = flags.isEnabled(⟦generated default⟧.default)
    _ = flags.isEnabled(⟦generated old_search⟧.oldSearch)
    _ = flags.value(⟦generated new-checkout⟧FlagKey.NewCheckout.maxItems)
    _ = flags.value(⟦generated old_search⟧FlagKey.OldSearch.color)
    let arms = Experiment<⟦generated new-checkout⟧FlagKey.NewCheckout.Variation>(
      ⟦generated new-checkout⟧.newCheckout, control: .slim)
    configuration.declared = FlagKey.allDeclared
    """)

  private func generated(archived: GeneratorOptions.ArchivedFlags) throws -> SourceFile {
    var options = GeneratorOptions()
    options.archived = archived
    let source = FlagsGenerator.source(
      of: try FlagsDocument(json: Self.json), options: options, asOf: PlantedPackage.day)
    return SourceFile(path: "GeneratedFlags.swift", text: source.text)
  }

  @Test(arguments: [GeneratorOptions.ArchivedFlags.omit, .error])
  func `uses are the same with the generated file as with the document alone`(
    archived: GeneratorOptions.ArchivedFlags
  ) throws {
    let document = try RulesetDocument(json: Self.json, mode: .read)
    let file = try generated(archived: archived)
    #expect(difference([app], document: document) == .none)
    for document in [nil, document] {
      let scan = CodeScan([file, app.file], document: document)
      let uses = scan.references.filter { $0.file == "A.swift" }
      #expect(Difference(found: uses.map(\.mark), marked: app.marks) == .none)
      let declared = scan.references.filter { $0.file != "A.swift" }
      #expect(declared.allSatisfy { $0.kind == .declaration && $0.isInGeneratedFile })
      #expect(
        declared.map(\.flag).sorted()
          == (archived == .error
            ? ["default", "gone", "new-checkout", "old_search"] : ["default", "new-checkout", "old_search"]))
    }
  }

  @Test(arguments: [GeneratorOptions.ArchivedFlags.omit, .error])
  func `code that is generated from the document agrees with it`(archived: GeneratorOptions.ArchivedFlags) throws {
    let document = try RulesetDocument(json: Self.json, mode: .read)
    let scan = CodeScan([try generated(archived: archived), app.file], document: document)
    #expect(!scan.claims.isEmpty)
    let findings = CodeCheck(document, on: PlantedPackage.day).findings(in: scan)
    #expect(findings.map { "\($0.kind.rawValue) \($0.flag)" } == ["expired old_search"])
  }

  @Test func `a generated file that is out of date is told about`() throws {
    var json = Self.json.objectValue ?? [:]
    var flags = json["flags"]?.objectValue ?? [:]
    flags["new-checkout"] = nil
    var search = flags["old_search"]?.objectValue ?? [:]
    search["default"] = "off"
    flags["old_search"] = .object(search)
    json["flags"] = .object(flags)
    let document = try RulesetDocument(json: .object(json), mode: .read)
    let scan = CodeScan([try generated(archived: .omit)], document: document)
    let findings = CodeCheck(document, on: PlantedPackage.day, severities: [.unusedFlag: .off, .expired: .off])
      .findings(in: scan)
    #expect(
      findings.map { "\($0.kind.rawValue) \($0.flag)" } == ["unknown-flag new-checkout", "default-differs old_search"])
  }
}
