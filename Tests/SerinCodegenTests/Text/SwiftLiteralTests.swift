import SerinFlags
import Testing

@testable import SerinCodegen

@Suite struct SwiftLiteralTests {
  @Test(arguments: [
    ("plain", #""plain""#), (#"say "hi""#, #""say \"hi\"""#), (#"\(x)"#, #""\\(x)""#), ("a\nb\r\tc", #""a\nb\r\tc""#),
    ("\u{0}\u{1B}", #""\u{0}\u{1B}""#), ("a\u{202E}b\u{2066}", #""a\u{202E}b\u{2066}""#), ("é日本", #""é日本""#),
    ("\u{2028}", #""\u{2028}""#), ("", #""""#),
  ])
  func aTextStaysInsideItsQuotes(text: String, literal: String) {
    #expect(SwiftLiteral.string(text) == literal)
  }

  @Test(arguments: [(3, "3"), (-0.5, "-0.5"), (9_007_199_254_740_992, "9007199254740992")])
  func aNumberIsWrittenExactly(number: Double, literal: String) {
    #expect(SwiftLiteral.number(number) == literal)
  }

  @Test(arguments: [1e300, 2.2250738585072014e-308, 0.1, 1e21, -1.7976931348623157e308])
  func aNumberReadsBackTheSame(number: Double) {
    #expect(Double(SwiftLiteral.number(number)) == number)
  }

  @Test func aNumberOfLessPrecisionIsGivenByItsBits() {
    #expect(SwiftLiteral.number(-.leastNonzeroMagnitude) == "Double(bitPattern: 0x8000000000000001)")
  }

  @Test(arguments: [
    ("one\ntwo", ["/// one", "/// two"]), ("\n\none  \r\n\n", ["/// one"]), ("a\n\nb", ["/// a", "///", "/// b"]),
    ("a\u{2028}b\u{0}\u{202E}\tc", ["/// ab c"]), ("", []), (" \n", []),
  ])
  func aDescriptionStaysInsideItsComment(text: String, lines: [String]) {
    #expect(SourceComment.documentation(text) == lines)
  }

  @Test func aNameInACommentIsOneLine() {
    #expect(SourceComment.line("a\n}\u{202E}b") == "a }b")
  }

  @Test func hostileTextsOfAFlagStayInTheirPlaces() throws {
    let source = try source(
      of: #"""
        "a\"b\\(c)": {"kind": "release", "expires": "2020-01-01", "owner": "\") fatalError() // \\(x)",
          "description": "*/ }\nextension FlagKey {\r}"}
        """#, project: #"x\nfatalError()"#)
    for line in source.lines where line.contains("fatalError") || line.contains("extension FlagKey {\r") {
      #expect(line.hasPrefix("//") || line.contains(#"\") fatalError() // \\(x)"#))
    }
    #expect(source.lines.filter { $0 == "extension FlagKey {" }.count == 1)
  }
}
