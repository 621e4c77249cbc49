import SerinFlags
import TestRandom
import Testing

@Suite struct FlagKeyTests {
  @Test(arguments: ["a", "A", "0", "new_checkout", "payments.v2-beta", "0.1", String(repeating: "k", count: 128)])
  func acceptsKeysOfTheGrammar(key: String) {
    #expect(KeyGrammar.isValidKey(key))
    #expect(KeyGrammar.isValidImportedKey(key))
  }

  @Test(arguments: [
    "", ".a", "_a", "-a", "a b", "a/b", "é", "aé", "a\u{0}", "a\n", "ａ", "a:b", String(repeating: "k", count: 129),
  ])
  func refusesOtherKeys(key: String) {
    #expect(!KeyGrammar.isValidKey(key))
  }

  @Test func importedKeysAreAnyTextWithoutControlCharacters() {
    for key in ["a b", "é", "e\u{301}", "🚩", "_x", "a/b:c", String(repeating: "é", count: 128)] {
      #expect(KeyGrammar.isValidImportedKey(key))
    }
    for key in ["", "a\u{0}", "a\tb", "\u{7F}", "\u{85}", String(repeating: "é", count: 129)] {
      #expect(!KeyGrammar.isValidImportedKey(key))
    }
  }

  @Test func newIdsAndSaltsHaveTheirForm() {
    var generator = SeededGenerator(seed: 1)
    var ids = Set<String>()
    var salts = Set<String>()
    for _ in 0..<2000 {
      let id = KeyGrammar.newRuleID(using: &generator)
      let salt = KeyGrammar.newSalt(using: &generator)
      #expect(KeyGrammar.isRuleID(id), "\(id)")
      #expect(salt.utf8.count == 8 && KeyGrammar.isValidKey(salt), "\(salt)")
      ids.insert(id)
      salts.insert(salt)
    }
    #expect(ids.count == 2000 && salts.count == 2000)
  }

  @Test(arguments: [
    "", "r_", "r_1a2b3c4", "r_1a2b3c4d5", "r_1A2B3C4D", "r_1a2b3c4g", "x_1a2b3c4d", "r-1a2b3c4d", "default",
  ])
  func otherIdsAreNotRuleIds(id: String) {
    #expect(!KeyGrammar.isRuleID(id))
  }
}
