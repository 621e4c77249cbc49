import TestRandom
import Testing

@testable import SerinFlags

@Suite struct PackedNameTests {
  private static func names() -> [String] {
    var generator = SeededGenerator(seed: 5)
    var names = ["", "\u{0}", "\u{0}\u{0}", "a", "a\u{0}", "é", "e\u{301}", "用户", "😀"]
    // Few different characters, so that many names share their beginning or their end.
    for length in 1...20 {
      for _ in 0..<12 {
        names.append(String((0..<length).map { _ in generator.pick(["a", "b", "\u{0}", "\u{7F}"] as [Character]) }))
        names.append(String(repeating: "a", count: length) + generator.pick(["", "a", "b", "é"]))
      }
    }
    return names
  }

  @Test func givesBackTheSameBytes() {
    for name in Self.names() {
      #expect(Array(PackedName(name).string.utf8) == Array(name.utf8))
      let bytes = Array(name.utf8)
      #expect(bytes.withUnsafeBytes { PackedName(validUTF8: $0) } == PackedName(name))
    }
  }

  @Test func equalityHashAndOrderAreThoseOfTheBytes() {
    let names = Self.names()
    for left in names {
      for right in names {
        let (packedLeft, packedRight) = (PackedName(left), PackedName(right))
        #expect((packedLeft == packedRight) == left.utf8.elementsEqual(right.utf8))
        #expect(packedLeft.precedes(packedRight) == left.utf8.lexicographicallyPrecedes(right.utf8))
        if packedLeft == packedRight { #expect(packedLeft.hashValue == packedRight.hashValue) }
      }
    }
  }
}
