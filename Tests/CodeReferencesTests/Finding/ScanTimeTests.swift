import Testing

@testable import CodeReferences

/// The time of a scan grows with the code, however it is written.
@Suite(.serialized) struct ScanTimeTests {
  /// How much longer four times as much takes; 4 where the time grows with the length, 16 with its square.
  private func growth(from count: Int, _ text: (Int) -> String) -> Double {
    let files = [count, count * 4].map { [SourceFile(path: "A.swift", text: text($0))] }
    let times = files.map { files in
      (0..<3).map { _ in processorTime { _ = CodeScan(files) } }.min() ?? 0
    }
    return times[1] / times[0]
  }

  @Test(arguments: [
    ("struct S { static func a() -> FlagKey {\n", "}}"), ("struct S { static var a: [FlagKey] { [\n", "]}}"),
    ("func a() -> FlagKey { if b {\n", "}}"), ("var a: FlagKey { let b = .c; return b; func d() {\n", "}}"),
  ])
  func `bodies within bodies take no time for each body around them`(start: String, end: String) {
    #expect(growth(from: 25) { String(repeating: start, count: $0) + String(repeating: end, count: $0) } < 8)
  }

  @Test func `many places on one line take no time for the whole line each`() {
    #expect(growth(from: 150) { String(repeating: "isEnabled(\"a\", default: b); ", count: $0) } < 8)
  }

  @Test func `a long line keeps two hundred characters, and blanks before it count for nothing`() throws {
    let call = "flags.isEnabled(\"a\", default: true)"
    let code = String(repeating: " ", count: 5000) + call + String(repeating: "é", count: 5000) + "  \n"
    let place = try #require(CodeScan([SourceFile(path: "A.swift", text: code)]).references.first)
    #expect(place.snippet == call + String(repeating: "é", count: 200 - call.count))
    #expect(place.line == 1 && place.column == 5017)
  }

  @Test func `a character of thousands of bytes does not make a snippet of as many`() throws {
    let code = "isEnabled(\"a\", default: b) // e" + String(repeating: "\u{301}", count: 5000)
    let place = try #require(CodeScan([SourceFile(path: "A.swift", text: code)]).references.first)
    #expect(place.snippet.utf8.count <= 4000 && place.snippet.hasPrefix("isEnabled"))
    #expect(!place.snippet.unicodeScalars.contains("\u{FFFD}"))
  }
}
