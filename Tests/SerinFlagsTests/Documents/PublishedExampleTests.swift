import Foundation
import Testing

@testable import SerinFlags

@Suite struct PublishedExampleTests {
  @Test func theDocumentInTheDocumentationIsSoundWhenItIsWritten() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("docs/flag-documents.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let example = try #require(text.components(separatedBy: "```json\n").dropFirst().first)
    let json = try #require(example.components(separatedBy: "```").first)
    let document = try RulesetDocument(json: JSONValue(parsing: Array(json.utf8), options: .control), mode: .write)
    #expect(document.flags.map(\.key) == ["new_checkout"])
  }
}
