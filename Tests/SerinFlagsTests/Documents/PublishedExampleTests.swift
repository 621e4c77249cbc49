import Foundation
import Testing

@testable import SerinFlags

@Suite struct PublishedExampleTests {
  private static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("docs/flag-documents.md")

  @Test func theDocumentsInTheDocumentationAreSoundWhenTheyAreWritten() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let examples = text.components(separatedBy: "```json\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    let documents = try examples.map { example in
      try RulesetDocument(json: JSONValue(parsing: Array(example.utf8), options: .control), mode: .write)
    }
    let keys = documents.map { $0.flags.map(\.key) }
    #expect(keys == [["new_checkout"], ["product_page"], ["fast_checkout", "payments"]])
    for document in documents {
      let answers = CompiledRuleset(document).evaluateAll(for: Samples.context)
      #expect(answers.allSatisfy { $0.reason != .malformed })
    }
  }

  @Test func theConditionsInItsTablesAreSound() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    // The last cell of a row, between back quotes, where it is a condition.
    let conditions = text.split(separator: "\n").compactMap { line -> String? in
      guard line.hasPrefix("| `"), let cell = line.components(separatedBy: " | ").last, cell.hasPrefix("`{\"") else {
        return nil
      }
      return cell.components(separatedBy: "`").dropFirst().first
    }
    #expect(conditions.count == 9)
    for condition in conditions {
      let json = try JSONValue(parsing: Array(condition.utf8), options: .control)
      #expect(throws: Never.self, "\(condition)") { try SegmentDefinition(json: json, key: "s", mode: .write) }
    }
  }

  @Test func everyOperatorIsInTheDocumentation() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    for name in ConditionOperator.allCases { #expect(text.contains("`\(name.rawValue)`"), "\(name)") }
  }
}
