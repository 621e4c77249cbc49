import TestRandom
import Testing

@testable import Serin

@Suite struct KeyIndexTests {
  @Test func everyKeyIsFoundWhereItStands() {
    for length in 0...70 {
      let keys = (0..<40).map { number in String(repeating: "x", count: length) + "\(number)" }
      let index = KeyIndex(keys)
      for (position, key) in keys.enumerated() { #expect(index.position(of: key) == position) }
      #expect(index.position(of: String(repeating: "x", count: length)) == nil)
      #expect(index.position(of: keys[0] + " ") == nil)
    }
  }

  @Test func anEmptyIndexHasNoKey() {
    #expect(KeyIndex([]).position(of: "") == nil)
    #expect(KeyIndex([]).position(of: "a") == nil)
  }

  @Test func theEmptyKeyIsAKey() {
    #expect(KeyIndex(["", "a"]).position(of: "") == 0)
  }

  @Test func keysThatDifferInOneByteAreToldApart() {
    let base = Array("a_rather_long_key_of_a_flag".utf8)
    var keys = [String(decoding: base, as: UTF8.self)]
    for place in base.indices {
      var changed = base
      changed[place] ^= 1
      keys.append(String(decoding: changed, as: UTF8.self))
    }
    let index = KeyIndex(keys)
    for (position, key) in keys.enumerated() { #expect(index.position(of: key) == position) }
  }

  @Test func canonicallyEquivalentKeysAreTwoKeys() {
    let index = KeyIndex(["caf\u{E9}", "cafe\u{301}"])
    #expect(index.position(of: "caf\u{E9}") == 0)
    #expect(index.position(of: "cafe\u{301}") == 1)
  }

  @Test func theIndexAgreesWithADictionary() {
    var generator = SeededGenerator(seed: 3)
    var wanted: [ExactString: Int] = [:]
    var keys: [String] = []
    while keys.count < 3000 {
      let length = Int.random(in: 0...12, using: &generator)
      let key = String(
        (0..<length).map { _ in ["a", "b", "\u{E9}", "_", "."].randomElement(using: &generator) ?? "a" })
      guard wanted[ExactString(key)] == nil else { continue }
      wanted[ExactString(key)] = keys.count
      keys.append(key)
    }
    let index = KeyIndex(keys)
    for key in keys { #expect(index.position(of: key) == wanted[ExactString(key)]) }
    for key in keys {
      let other = key + "x"
      #expect(index.position(of: other) == wanted[ExactString(other)])
    }
  }
}
