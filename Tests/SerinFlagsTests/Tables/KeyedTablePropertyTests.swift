import SerinFlags
import TestRandom
import Testing

/// Random edits beside a plain model, with copies held from before.
@Suite struct KeyedTablePropertyTests {
  private struct Held {
    let table: KeyedTable<Int>
    let model: KeyedTableModel
  }

  private enum Keys: CaseIterable {
    case few, many, colliding

    func make(using generator: inout SeededGenerator) -> [String] {
      switch self {
      case .few: KeyedTableKeys.mixed(60, using: &generator)
      case .many: KeyedTableKeys.mixed(3000, using: &generator)
      case .colliding: KeyedTableKeys.colliding(300) + KeyedTableKeys.mixed(100, using: &generator)
      }
    }
  }

  @Test(arguments: Keys.allCases) private func behavesAsAModelAndLeavesItsCopiesAlone(kind: Keys) {
    var generator = SeededGenerator(seed: 2026)
    let keys = kind.make(using: &generator)
    var table = KeyedTable<Int>()
    var model = KeyedTableModel()
    var held: [Held] = []
    for step in 0..<20_000 {
      let key = generator.pick(keys)
      // Long phases of growing and of shrinking, so that chunks are split and joined and the index grows and shrinks.
      let removes = (step / 4000) % 2 == 0 ? generator.oneIn(5) : !generator.oneIn(5)
      if removes {
        if table.removeValue(forKey: key) != model[key] { Issue.record("step \(step) removes something else") }
        model[key] = nil
      } else {
        table[key] = step
        model[key] = step
      }
      let other = generator.pick(keys)
      // Not #expect, which takes longer than everything else here.
      if table[key] != model[key] || table[other] != model[other] { Issue.record("step \(step) finds something else") }
      if generator.oneIn(600) { held.append(Held(table: table, model: model)) }
      if let index = held.indices.randomElement(using: &generator), generator.oneIn(200) {
        #expect(held[index].model.isMatched(by: held[index].table))
        // Going on from an old copy must not change what was made from it since.
        if generator.oneIn(4) { (table, model) = (held[index].table, held[index].model) }
      }
      if step % 1000 == 0 { #expect(model.isMatched(by: table)) }
    }
    #expect(model.isMatched(by: table))
    for copy in held { #expect(copy.model.isMatched(by: copy.table)) }
    for key in keys { table[key] = nil }
    #expect(table.isEmpty && Array(table).isEmpty && keys.allSatisfy { table[$0] == nil })
  }

  @Test(arguments: Keys.allCases) private func bulkCreationGivesWhatSingleInsertionsGive(kind: Keys) {
    var generator = SeededGenerator(seed: 9)
    let keys = kind.make(using: &generator).shuffled(using: &generator)
    var model = KeyedTableModel()
    var single = KeyedTable<Int>()
    for (number, key) in keys.enumerated() {
      model[key] = number
      single[key] = number
    }
    #expect(model.isMatched(by: single))
    #expect(model.isMatched(by: KeyedTable(keys.enumerated().map { (key: $1, value: $0) })))
  }
}
