import Testing

@testable import SerinCommand

@Suite struct NearestNameTests {
  @Test(arguments: [
    ("lst", "list"), ("ilst", "list"), ("LIST", "list"), ("shwo", "show"), ("aply", "apply"), ("killl", "kill"),
  ])
  func nearNameIsFound(typed: String, name: String) {
    #expect(NearestName.of(typed, in: ["list", "show", "create", "apply", "kill", "unkill"]) == name)
  }

  @Test(arguments: ["", "xyz", "zzzzzz", "flags"])
  func farNameIsNotGuessed(typed: String) {
    #expect(NearestName.of(typed, in: ["list", "show", "create"]) == nil)
  }

  @Test func firstOfEquallyNearNamesIsTaken() {
    #expect(NearestName.of("kil", in: ["kill", "kiln"]) == "kill")
    #expect(NearestName.of("kil", in: ["kiln", "kill"]) == "kiln")
  }

  @Test func whatIsClosestIsWhatTheWholeTableSays() {
    var generator = SeededWords()
    for _ in 0..<300 {
      let typed = generator.word()
      let candidates = (0..<8).map { _ in generator.word() }
      let limit = max(1, typed.count / 3)
      let distances = candidates.map { WholeTable.distance(typed, $0) }
      let least = distances.min() ?? .max
      let expected = least <= limit ? distances.firstIndex(of: least).map { candidates[$0] } : nil
      #expect(NearestName.of(typed, in: candidates) == expected, "\(typed) \(candidates)")
    }
  }

  @Test func aNameThatLooksTheSameIsMeant() {
    #expect(NearestName.of("caf\u{E9}", in: ["cafo", "cafe\u{301}"])?.utf8.count == 6)
  }

  @Test func thousandsOfNamesAreSoonGoneThrough() {
    let names = NearestName(among: (0..<10_000).map { "feature_flag_number_\($0)" })
    #expect(names.closest(to: "feature_flag_numbr_9999") == "feature_flag_number_9999")
    #expect(names.closest(to: "something_else_altogether") == nil)
  }
}

/// Words of few letters, so that many are close.
private struct SeededWords {
  private var state: UInt64 = 9

  private mutating func next(below bound: UInt64) -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 33) % bound
  }

  mutating func word() -> String {
    String((0..<(1 + next(below: 9))).map { _ in Array("abAc")[Int(next(below: 4))] })
  }
}

/// The distance by the textbook, without any short cut.
private enum WholeTable {
  static func distance(_ typed: String, _ name: String) -> Int {
    let left = Array(typed.lowercased())
    let right = Array(name.lowercased())
    var table = (0...left.count).map { row in (0...right.count).map { row == 0 ? $0 : row } }
    for row in left.indices {
      for column in right.indices {
        let replaced = table[row][column] + (left[row] == right[column] ? 0 : 1)
        var cost = min(replaced, table[row][column + 1] + 1, table[row + 1][column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, table[row - 1][column - 1] + 1)
        }
        table[row + 1][column + 1] = cost
      }
    }
    return table[left.count][right.count]
  }
}
