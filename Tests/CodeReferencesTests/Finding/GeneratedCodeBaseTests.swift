import TestPlantedPackage
import Testing

@testable import CodeReferences

@Suite struct GeneratedCodeBaseTests {
  private static let base = GeneratedCodeBase(files: 300, seed: 2026)

  @Test func `in 300 files every place is found, and nothing else`() {
    let marks = Self.base.sources.reduce(into: Set<MarkedSource.Mark>()) { $0.formUnion($1.marks) }
    let scan = CodeScan(Self.base.sources.map(\.file))
    let found = Set(scan.references.map(\.mark))
    let right = Double(found.intersection(marks).count)
    #expect(right / Double(found.count) == 1, "precision")
    #expect(right / Double(marks.count) == 1, "recall")
    #expect(Difference(found: scan.references.map(\.mark), marked: marks) == .none)
    #expect(scan.references.count == found.count)
  }

  @Test func `each way to name a flag and each decoy is there`() {
    let text = Self.base.sources.prefix(100).map { String(decoding: $0.file.bytes, as: UTF8.self) }.joined()
    let marks = Self.base.sources.flatMap { $0.marks.map(\.word) }
    #expect(Self.base.sources.count == 301)
    #expect(Set(marks).count == 4)
    #expect(marks.count > 2000)
    for part in [
      "/* flags.get(", "##\"flags", "#if false", "#expect(", "#Preview", "\"\"\"\n", "#/\"", "\\#(", "withKillSwitch",
    ] {
      #expect(text.contains(part))
    }
  }

  @Test func `places come by file, line and column, with the line that stands there`() throws {
    let scan = CodeScan(Self.base.sources.reversed().map(\.file))
    #expect(scan.references.map(\.mark) == scan.references.map(\.mark).sorted())
    let lines = Dictionary(
      uniqueKeysWithValues: Self.base.sources.map {
        ($0.file.path, $0.file.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false))
      })
    for reference in scan.references {
      let line = try #require(lines[reference.file])[reference.line - 1]
      #expect(String(decoding: line.drop { $0 == UInt8(ascii: " ") }, as: UTF8.self).prefix(200) == reference.snippet)
    }
  }
}
