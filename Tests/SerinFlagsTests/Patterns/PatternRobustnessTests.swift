import Foundation
import SerinFlags
import TestRandom
import Testing

@Suite struct PatternRobustnessTests {
  private static let pieces = [
    "a", "b", "k", "1", "9", "é", "€", "😀", "\n", "(", "(", ")", ")", "|", "*", "+", "?", "{", "}", ",", "{2}",
    "{0,3}", "{1000}", "[", "]", "^", "$", "\\", ".", "-", ":", "(?", "(?:", "(?i)", "(?P<n>", "[[:alpha:]]",
    "[:", ":]", "\\p{", "\\pL", "\\Q", "\\E", "\\b", "\\B", "\\x{", "\\x4", "\\07", "[^", "a-z", "\u{0}",
    "\u{10FFFF}",
  ]

  private static func soup(_ generator: inout SeededGenerator) -> String {
    if generator.oneIn(4) {
      let bytes = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    return (0..<Int.random(in: 0...16, using: &generator)).map { _ in generator.pick(pieces) }.joined()
  }

  @Test func noPatternAndNoTextTrapsAndBothEnginesAgree() {
    var generator = SeededGenerator(seed: 33)
    var accepted = 0
    for _ in 0..<20_000 {
      let source = Self.soup(&generator)
      let bytes = (0..<Int.random(in: 0...20, using: &generator)).map { _ in
        generator.oneIn(2) ? UInt8.random(in: 0...255, using: &generator) : UInt8(ascii: "a")
      }
      let texts = [bytes, Array(Self.soup(&generator).utf8)]
      guard let fast = try? Pattern(parsing: source),
        let large = try? Pattern(parsing: source, ignoringCase: false, alwaysLarge: true)
      else { continue }
      accepted += 1
      for text in texts {
        let answers = text.withUnsafeBufferPointer { (fast.matches($0), large.matches($0)) }
        #expect(answers.0 == answers.1, "\(source.debugDescription) \(text)")
      }
    }
    #expect(accepted > 3_000)
  }

  /// Secondary threads of Apple's platforms have half a megabyte.
  @Test func deepPatternsFitIntoASmallStack() async {
    let deep = String(repeating: "(?:a|(", count: 50) + "b" + String(repeating: ")*)+", count: 50)
    let chained = "a" + String(repeating: "*(?i)", count: 200)
    let matched = await withCheckedContinuation { continuation in
      let thread = Thread {
        let answers = [deep, chained].map { (try? Pattern(parsing: $0))?.matches("abab") }
        continuation.resume(returning: answers)
      }
      thread.stackSize = 512 * 1024
      thread.start()
    }
    #expect(matched == [true, true])
  }
}
