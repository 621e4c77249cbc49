import SerinFlags
import TestRandom
import Testing

@Suite struct KeyedTableTests {
  /// What the table must be: the entries of a dictionary in the order of their keys' bytes.
  private func check(_ table: KeyedTable<Int>, against model: [String: Int]) {
    let sorted = model.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    #expect(table.count == model.count && table.isEmpty == model.isEmpty)
    #expect(table.map(\.key) == sorted.map(\.key))
    #expect(table.map(\.value) == sorted.map(\.value))
  }

  @Test(arguments: [5, 100, 3000]) func behavesLikeADictionaryUnderRandomEdits(keys: Int) {
    var generator = SeededGenerator(seed: UInt64(keys))
    var table = KeyedTable<Int>()
    var model: [String: Int] = [:]
    for step in 0..<6000 {
      let key = "key-\(Int.random(in: 0..<keys, using: &generator))"
      // Long phases of growing and of shrinking, so that chunks are split and joined.
      let removes = (step / 1500) % 2 == 0 ? generator.oneIn(5) : !generator.oneIn(5)
      if removes {
        #expect(table.removeValue(forKey: key) == model.removeValue(forKey: key))
      } else if generator.oneIn(2) {
        table.set(key, to: step)
        model[key] = step
      } else {
        table[key] = step
        model[key] = step
      }
      #expect(table[key] == model[key])
      if step % 500 == 0 { check(table, against: model) }
    }
    check(table, against: model)
    for key in model.keys { table[key] = nil }
    check(table, against: [:])
  }

  @Test(arguments: [0, 1, 47, 48, 49, 64, 65, 1000]) func bulkCreationSortsAndKeepsTheLast(count: Int) {
    var generator = SeededGenerator(seed: 77)
    let entries = (0..<count).map { (key: "k\($0)", value: $0) }.shuffled(using: &generator)
    let table = KeyedTable(entries + entries.map { (key: $0.key, value: $0.value + 1) })
    check(table, against: Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.value + 1) }))
  }

  @Test func copiesAreIndependent() {
    let original = KeyedTable((0..<500).map { (key: "k\($0)", value: $0) })
    var changed = original
    changed["k250"] = -1
    changed["new"] = -2
    changed["k0"] = nil
    #expect(original["k250"] == 250 && original["new"] == nil && original["k0"] == 0 && original.count == 500)
    #expect(changed["k250"] == -1 && changed["new"] == -2 && changed["k0"] == nil && changed.count == 500)
  }

  @Test func keysAreComparedByTheirBytes() {
    var table = KeyedTable<Int>()
    let keys = ["", "a", "A", "aa", "a.b", "\u{E9}", "e\u{301}", "用", "😀", "\u{FFFF}", "a\u{0}"]
    for (index, key) in keys.enumerated() { table[key] = index }
    for (index, key) in keys.enumerated() { #expect(table[key] == index) }
    #expect(table.map { Array($0.key.utf8) } == keys.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) })
  }
}
