import SerinFlags
import Testing

@Suite struct PrintableTests {
  @Test func textThatCanBeSeenIsUntouched() {
    for text in ["", "Grüße 🐦 日本", "a\\u{1b} \"b\" 'c'", "e\u{301} \u{2764}"] {
      #expect(text.printable.unicodeScalars.elementsEqual(text.unicodeScalars))
    }
  }

  @Test(arguments: [
    (0x00, "0"), (0x0A, "a"), (0x1B, "1b"), (0x7F, "7f"), (0x85, "85"), (0x9B, "9b"), (0xAD, "ad"), (0x61C, "61c"),
    (0x200B, "200b"), (0x200D, "200d"), (0x200F, "200f"), (0x2028, "2028"), (0x202E, "202e"), (0x2060, "2060"),
    (0x2066, "2066"), (0x2069, "2069"), (0xFE0F, "fe0f"), (0xFEFF, "feff"), (0xE0041, "e0041"),
  ])
  func whatCannotBeSeenIsAnEscape(value: UInt32, digits: String) throws {
    let scalar = try #require(Unicode.Scalar(value))
    #expect(InvisibleScalars.contains(scalar))
    #expect("a\(scalar)b".printable == "a\\u{\(digits)}b")
  }
}
