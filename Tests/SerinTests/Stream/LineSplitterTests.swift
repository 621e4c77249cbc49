import Foundation
import TestRandom
import Testing

@testable import Serin

@Suite struct LineSplitterTests {
  private func lines(_ chunks: [some Collection<UInt8>]) throws -> [String] {
    var splitter = LineSplitter()
    var lines: [String] = []
    for chunk in chunks { try splitter.append(chunk, to: &lines) }
    return lines
  }

  @Test(arguments: [
    ("a\nb\n", ["a", "b"]), ("a\rb\r", ["a", "b"]), ("a\r\nb\r\n", ["a", "b"]), ("a\n\nb\n", ["a", "", "b"]),
    ("a\r\rb\r", ["a", "", "b"]), ("a\r\n\r\nb\r\n", ["a", "", "b"]), ("a\n\rb\n", ["a", "", "b"]),
    ("\n", [""]), ("", []), ("a", []), ("a\nb", ["a"]), ("\u{FEFF}a\nb\n", ["a", "b"]),
    ("\u{FEFF}\u{FEFF}a\n", ["\u{FEFF}a"]), ("a\n\u{FEFF}b\n", ["a", "\u{FEFF}b"]), ("grün\n", ["grün"]),
    ("a\u{2028}b\u{85}c\n", ["a\u{2028}b\u{85}c"]),
  ])
  func linesEndWithLFCROrBoth(_ text: String, _ expected: [String]) throws {
    #expect(try lines([Array(text.utf8)]) == expected)
    #expect(try lines(text.utf8.map { [$0] }) == expected, "byte by byte")
  }

  @Test func aLineIsGivenWithoutWaitingForWhatFollowsACarriageReturn() throws {
    #expect(try lines([Array("a\r".utf8)]) == ["a"])
  }

  @Test func bytesThatAreNotUTF8AreReplaced() throws {
    #expect(try lines([[0x61, 0xFF, 0x62, 0x0A]]) == ["a\u{FFFD}b"])
  }

  @Test func aLineMayHave64KilobytesAndNoMore() throws {
    let longest = [UInt8](repeating: 0x61, count: 65_536)
    #expect(try lines([longest, [0x0A]]).map(\.utf8.count) == [65_536])
    #expect(throws: FlagStreamError.self) { try lines([longest, [0x61]]) }
  }

  @Test func howTheBytesAreSplitMakesNoDifference() throws {
    var generator = SeededGenerator(seed: 5)
    let pieces = ["a", "é", "\u{FEFF}", "\r", "\n", "\r\n", "data: x", ":", " ", "😀", "\0"]
    for round in 0..<500 {
      let text = (0..<Int.random(in: 0...30, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }.joined()
      let bytes = Array(text.utf8)
      var chunks: [ArraySlice<UInt8>] = []
      var start = 0
      while start < bytes.count {
        let end = min(bytes.count, start + Int.random(in: 1...5, using: &generator))
        chunks.append(bytes[start..<end])
        start = end
      }
      let whole = try lines([bytes])
      #expect(try lines(chunks) == whole, "round \(round)")
      let newlines = text.replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(of: "\r", with: "\n")
      let expected = newlines.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      #expect(whole.count == expected.count, "round \(round)")
    }
  }
}
