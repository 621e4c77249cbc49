/// The positions of a ``LargeAutomaton`` that move on together.
///
/// Counted repetitions are long runs of positions that all lead to the ones right behind them, and perhaps to one place
/// where the repetition ends. Shifts of whole words do for a run what would otherwise be a step for each position, so
/// that a scalar costs the same whatever part of the run a text has reached.
struct PatternStrides: Sendable {
  /// How far behind itself a position may lead to move by a shift.
  private static let longest = 8
  /// The most branches between a position and what it leads to.
  private static let mostBranches = 16

  /// Rows of one bit for each position: those that move alone; for each distance those that move by it; for each exit
  /// those that lead there, and then where that is.
  let table: [UInt64]
  /// How far the positions of a row move.
  let distances: [Int]
  /// How many exits there are.
  let exitCount: Int
  /// The words of a row.
  let words: Int

  init(_ program: PatternProgram) {
    let words = (program.positions.count + 63) / 64
    let plans = program.positions.indices.map { Self.plan(for: $0, in: program) }
    var usesOfDistance = [Int](repeating: 0, count: Self.longest + 1)
    var usesOfExit: [[Int]: Int] = [:]
    for case let plan? in plans {
      for distance in plan.distances { usesOfDistance[distance] += 1 }
      if !plan.exit.isEmpty { usesOfExit[plan.exit, default: 0] += 1 }
    }
    // A row is worth its words only when more positions use it.
    let distances = usesOfDistance.indices.filter { usesOfDistance[$0] > words }
    let exits = usesOfExit.filter { $0.value > 3 * words }.keys.sorted { $0.lexicographicallyPrecedes($1) }
    var table = [UInt64](repeating: 0, count: (1 + distances.count + 2 * exits.count) * words)
    func insert(_ position: Int, row: Int) { table[row * words + position / 64] |= 1 << UInt64(position % 64) }
    for (position, plan) in plans.enumerated() {
      let exit = plan.flatMap { exits.firstIndex(of: $0.exit) }
      guard let plan, plan.exit.isEmpty || exit != nil, plan.distances.allSatisfy(distances.contains) else {
        insert(position, row: 0)
        continue
      }
      for (row, distance) in distances.enumerated() where plan.distances.contains(distance) {
        insert(position, row: 1 + row)
      }
      if let exit { insert(position, row: 1 + distances.count + 2 * exit) }
    }
    for (index, exit) in exits.enumerated() {
      for position in exit { insert(position, row: 2 + distances.count + 2 * index) }
    }
    self.table = table
    self.distances = distances
    self.words = words
    exitCount = exits.count
  }

  /// What a position leads to: distances within reach of a shift, and the other positions.
  ///
  /// Nil when that is the end of the pattern, depends on the place in the text, or takes many branches to find out.
  private static func plan(for position: Int, in program: PatternProgram) -> (distances: [Int], exit: [Int])? {
    var distances: [Int] = []
    var exit: [Int] = []
    var seen = [Int(program.positions[position].next)]
    var followed = 0
    while followed < seen.count {
      let state = seen[followed]
      followed += 1
      if state == program.end || followed > mostBranches { return nil }
      if state >= program.branches.count {
        let target = state - program.branches.count
        let distance = target - position
        if (0...longest).contains(distance) { distances.append(distance) } else { exit.append(target) }
        continue
      }
      let branch = program.branches[state]
      guard branch.assertion.isEmpty else { return nil }
      for next in [Int(branch.first), Int(branch.second)] where !seen.contains(next) { seen.append(next) }
    }
    return (distances, exit.sorted())
  }
}
