import SerinFlags
import Testing

@Suite struct PatternBytesTests {
  private func matches(_ source: String, _ bytes: [UInt8]) throws -> Bool {
    let answers = try [false, true].map { alwaysLarge in
      let pattern = try Pattern(parsing: source, ignoringCase: false, alwaysLarge: alwaysLarge)
      return bytes.withUnsafeBufferPointer { pattern.matches($0) }
    }
    #expect(answers[0] == answers[1])
    return answers[0]
  }

  /// Stray bytes, cut, overlong and surrogate sequences, and numbers beyond the last scalar.
  @Test(
    arguments: [
      [0x80], [0xBF], [0xFF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xE2, 0x82], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xF0, 0x9F, 0x98], [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
    ] as [[UInt8]])
  func nothingMatchesMalformedBytes(bytes: [UInt8]) throws {
    for source in [".", "(?s).", "[^a]", "\\W", "\\PL", "[\\x{80}-\\x{10FFFF}]"] {
      #expect(try !matches(source, bytes), "\(source)")
    }
    // What stands around them is found.
    #expect(try matches("ab", bytes + [0x61, 0x62]))
    #expect(try matches("é$", bytes + [0xC3, 0xA9]))
    #expect(try matches("^a", [0x61] + bytes))
    #expect(try matches("\\bab", bytes + [0x61, 0x62]))
    #expect(try !matches("^a.*b$", [0x61] + bytes + [0x62]))
  }

  @Test(arguments: [0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF] as [UInt32])
  func theFirstAndLastScalarsOfEveryLengthMatch(code: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(code))
    let bytes = Array(String(scalar).utf8)
    #expect(try matches("^.$", bytes))
    #expect(try matches("^\\x{\(String(code, radix: 16))}$", bytes))
    #expect(try !matches("[^\\x{\(String(code, radix: 16))}]", bytes))
  }

  @Test func longerTextsNeverMatch() throws {
    let longest = String(repeating: "a", count: Pattern.maximumTextBytes)
    for source in ["a", "a*", "", "^a+$"] {
      let pattern = try Pattern(parsing: source)
      #expect(pattern.matches(longest))
      #expect(!pattern.matches(longest + "a"))
    }
  }
}
