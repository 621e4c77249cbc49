/// A pattern as an automaton without backtracking.
///
/// It is that of "Regular Expression Search Algorithm" (Ken Thompson, 1968). Its states have numbers: first the branches, which take nothing from the text, then the positions, which take one
/// scalar each, and last the end, where the pattern has matched. A branch stands before the branches that it leads to,
/// except where a loop leads back, so that one pass over them in ascending order follows nearly all.
struct PatternProgram: Sendable {
  /// The most branches and positions together.
  ///
  /// All sets of a match then fit into one kilobyte, which ``withUnsafeTemporaryAllocation`` takes from the stack, and
  /// a step of the text costs at most about as many operations.
  static let maximumStates = 3_968

  /// A state that takes nothing: it leads on to two others where its assertion holds.
  struct Branch: Sendable {
    var first: UInt16
    var second: UInt16
    var assertion: PatternAssertion
  }

  /// A state that takes one scalar of a set and leads on.
  struct Position: Sendable {
    /// The index of the set.
    var set: Int
    var next: UInt16
  }

  let branches: [Branch]
  let positions: [Position]
  /// The sets of the positions, each once.
  let sets: [CodePointSet]
  /// The state where a match begins.
  let start: UInt16

  /// The number of the end.
  var end: Int { branches.count + positions.count }
  /// All assertions that occur.
  var assertions: PatternAssertion { branches.reduce(into: []) { $0.formUnion($1.assertion) } }

  /// What is reached from a state without taking anything, at a place of the text where `holds` holds.
  func closure(of state: UInt16, where holds: PatternAssertion) -> (positions: [Int], isEnd: Bool) {
    var reached: [Int] = []
    var isEnd = false
    var seen = [Bool](repeating: false, count: end + 1)
    var pending = [Int(state)]
    while let state = pending.popLast() {
      if seen[state] { continue }
      seen[state] = true
      if state == end {
        isEnd = true
      } else if state >= branches.count {
        reached.append(state - branches.count)
      } else if branches[state].assertion.isSubset(of: holds) {
        pending.append(Int(branches[state].second))
        pending.append(Int(branches[state].first))
      }
    }
    return (reached, isEnd)
  }
}
