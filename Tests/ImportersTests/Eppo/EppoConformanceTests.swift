import Foundation
import Importers
import SerinFlags
import Testing

/// Eppo's shared test data: every subject of every file is answered as its own SDKs answer.
struct EppoConformanceTests {
  /// One subject of one file.
  struct Subject: CustomTestStringConvertible {
    let file: String
    let flag: String
    let fallback: JSONValue
    let key: String
    let attributes: JSONObject
    let assignment: JSONValue
    let variation: String?

    var testDescription: String { "\(file) \(key)" }
  }

  static let files = [
    "test-case-boolean-false-assignment", "test-case-boolean-one-of-matches", "test-case-comparator-operator-flag",
    "test-case-disabled-flag", "test-case-empty-flag", "test-case-empty-string-variation",
    "test-case-falsy-value-assignments", "test-case-flag-with-empty-string", "test-case-integer-flag",
    "test-case-invalid-value-flag", "test-case-kill-switch-flag", "test-case-new-user-onboarding-flag",
    "test-case-no-allocations-flag", "test-case-null-operator-flag", "test-case-numeric-flag",
    "test-case-numeric-one-of", "test-case-regex-flag", "test-case-semver-flag",
    "test-case-start-and-end-date-flag", "test-flag-that-does-not-exist", "test-json-config-flag",
    "test-no-allocations-flag", "test-special-characters", "test-string-with-special-characters",
  ]

  static let imported = Result { try EppoImporter.read(try Vectors.load("eppo/flags-v1.json")) }
  static let ruleset = imported.map { CompiledRuleset($0.document) }
  /// Within the year that the test data's allocations are in force.
  static let now = Timestamp(parsing: "2026-01-01T00:00:00Z")

  static let subjects: [Subject] = files.flatMap { file -> [Subject] in
    guard let json = try? Vectors.load("eppo/tests/\(file).json") else { return [] }
    return (json["subjects"]?.arrayValue ?? []).map { subject in
      Subject(
        file: file, flag: json["flag"]?.stringValue ?? "", fallback: json["defaultValue"] ?? .null,
        key: subject["subjectKey"]?.stringValue ?? "", attributes: subject["subjectAttributes"]?.objectValue ?? [:],
        assignment: subject["assignment"] ?? .null, variation: subject["variationKey"]?.stringValue)
    }
  }

  @Test
  func everySubjectOfTheFilesIsAsked() throws {
    let folder = try #require(Bundle.module.url(forResource: "Vectors/eppo/tests", withExtension: nil))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == Self.files.count)
    #expect(Self.subjects.count == 225)
  }

  @Test(arguments: subjects)
  func aSubjectGetsTheAssignmentOfTheTestData(subject: Subject) throws {
    let context = FlagContext(userID: subject.key, attributes: subject.attributes)
    let answer = try Self.ruleset.get().evaluate(subject.flag, for: context, at: #require(Self.now))
    // An outcome of no variation leaves the value to the caller.
    let isAssigned = answer.map { !$0.variation.hasPrefix("none") } ?? false
    #expect((isAssigned ? answer?.value : subject.fallback) == subject.assignment)
    if isAssigned { #expect(answer?.variation == subject.variation) }
  }

  @Test
  func everyFlagIsImportedAndReadBackUnchanged() throws {
    let imported = try Self.imported.get()
    let count = try Vectors.load("eppo/flags-v1.json")["flags"]?.objectValue?.count
    #expect(imported.document.flags.count == count)
    #expect(imported.leftOut == [])
    try expectRoundTrip(imported)
  }

  @Test
  func importingTwiceGivesTheSameDocument() throws {
    let json = try Vectors.load("eppo/flags-v1.json")
    #expect(try EppoImporter.read(json) == EppoImporter.read(json))
  }
}
