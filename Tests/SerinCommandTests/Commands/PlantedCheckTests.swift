import CodeReferences
import SerinFlags
import TestPlantedPackage
import Testing

@testable import SerinCommand

/// `serin check` on a package on disk.
@Suite struct PlantedCheckTests {
  private func check(_ sources: [MarkedSource], _ document: RulesetDocument) async throws -> Outcome {
    var files = ["flags.json": document.json.text()]
    for source in sources { files[source.file.path] = String(decoding: source.file.bytes, as: UTF8.self) }
    let folder = try TemporaryFolder(files)
    return try await run([
      "check", folder.path, "--flags", folder.path + "/flags.json", "--as-of", PlantedPackage.day.description, "--json",
    ])
  }

  @Test func `thirty planted faults are found, six of each kind, and nothing else`() async throws {
    let outcome = try await check(PlantedPackage.faulty, PlantedPackage.faultyDocument)
    #expect(outcome.code == 6)
    let report = try outcome.document()
    let found = (report["findings"]?.arrayValue ?? []).map { finding in
      MarkedSource.Mark(
        file: finding["file"]?.stringValue ?? "", line: Int(finding["line"]?.numberValue ?? 0),
        column: Int(finding["column"]?.numberValue ?? 0), word: finding["kind"]?.stringValue ?? "",
        flag: finding["flag"]?.stringValue ?? "")
    }
    let planted = PlantedPackage.faulty.reduce(into: Set(PlantedPackage.withoutPlace)) { $0.formUnion($1.marks) }
    #expect(planted.count == 30)
    for kind in CheckKind.allCases { #expect(planted.count { $0.word == kind.rawValue } == 6) }
    #expect(planted.subtracting(found).sorted() == [])
    #expect(Set(found).subtracting(planted).sorted() == [])
    #expect(found.count == 30)
    #expect(report["counts"] == ["error": 12, "warning": 18, "notice": 0])
  }

  @Test func `nothing is found in a sound package`() async throws {
    let outcome = try await check(PlantedPackage.sound, PlantedPackage.document)
    #expect(outcome.code == 0)
    #expect(try outcome.document()["findings"] == [])
  }
}
