import Foundation
import TestPlantedPackage
import Testing

@testable import CodeReferences

/// The rules for calls beside what the SDK offers: the surface that `Tests/Package` records.
@Suite struct PublicSurfaceTests {
  /// What takes a key, or what looks like one, and is not looked for; each with the reason.
  private static let exceptions = [
    "CompiledRuleset.Change.noSegment(key:)": "the key is a segment's",
    "SegmentDefinition.init(json:key:mode:path:)": "the key is a segment's",
    "SegmentDefinition.init(key:condition:)": "the key is a segment's",
    "SegmentEntry.init(reading:key:)": "the key is a segment's",
    "CompiledRuleset.subscript(_:)": "a subscript with a text may be anybody's; the page on code references says so",
  ]

  private static let surface: [SurfaceDeclaration] = {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let files = ["Serin", "SerinFlags", "SerinTesting"].map { tests.appending(path: "PublicSurface/\($0).txt") }
    let lines = files.flatMap { ((try? String(contentsOf: $0, encoding: .utf8)) ?? "").split(separator: "\n") }
    return lines.compactMap { SurfaceDeclaration(String($0)) }
  }()

  private static let declarations = MarkedSource(
    "Keys.swift",
    """
    enum ShopFlag: String, FlagCatalog { case theKey = "the_key" }
    extension FlagKey { static let theKey = FlagKey.ops("the_key", default: true, owner: "shop") }
    extension FlagProperty { static let theProperty = Self(.theKey, "size", default: 3) }
    extension Experiment { static let theExperiment = Self(.theKey, control: .plain) }
    """)

  /// Whether a call of it is found, whichever of its parameters the key is.
  private static func isFound(_ declaration: SurfaceDeclaration) -> Bool {
    declaration.keyPlaces.allSatisfy { place in
      let call = MarkedSource("Call.swift", declaration.call(withKeyAt: place))
      let places = CodeScan([declarations.file, call.file]).references.filter { $0.file == "Call.swift" }
      return places.map(\.flag) == ["the_key"]
    }
  }

  @Test func `every public call that takes a flag is found, or is an exception with a reason`() {
    let taking = Self.surface.filter { !$0.keyPlaces.isEmpty }
    #expect(taking.count >= 50)
    let missed = Set(taking.filter { !Self.isFound($0) }.map(\.description))
    #expect(missed.subtracting(Self.exceptions.keys).sorted() == [])
    // What is found, or is gone, is no exception any more.
    #expect(Set(Self.exceptions.keys).subtracting(missed).sorted() == [])
  }

  @Test func `every rule is about a name that the SDK has`() {
    let names = Set(
      Self.surface.flatMap { $0.description.split(whereSeparator: { ".(".contains($0) }).map(String.init) })
    #expect(Set(CallRules.texts.keys).union(CallRules.keys.keys).subtracting(names).sorted() == [])
  }

  @Test(arguments: [
    "FeatureFlags.lookUp(_:)  [method]  func lookUp(_ key: String) -> Bool",
    "FlagReading.remember(_:)  [method]  func remember(_ flag: FlagKey)",
    "FlagReading.all(of:)  [method]  func all(of keys: [String]? = nil) -> [Bool]",
    "FlagReading.count(_:in:)  [method]  func count<Value>(_ name: String, in property: FlagProperty<Value>) -> Int",
  ])
  func `a new call without a rule is missed`(line: String) throws {
    let declaration = try #require(SurfaceDeclaration(line))
    #expect(declaration.keyPlaces.count == 1)
    #expect(!Self.isFound(declaration))
  }
}
