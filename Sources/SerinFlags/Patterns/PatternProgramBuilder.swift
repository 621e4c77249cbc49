/// Turns the tree of a pattern into its automaton.
struct PatternProgramBuilder {
  /// A state before the states are in order.
  private enum Draft {
    case end
    case position(set: Int, next: Int)
    case branch(first: Int, second: Int, PatternAssertion)
  }

  private var drafts: [Draft] = [.end]
  private var sets: [CodePointSet] = []
  private var indexOfSet: [CodePointSet: Int] = [:]

  /// Builds the automaton, or returns nil when it has more than ``PatternProgram/maximumStates`` states.
  static func build(_ node: PatternNode) -> PatternProgram? {
    guard node.stateCount(limit: PatternProgram.maximumStates) <= PatternProgram.maximumStates else { return nil }
    var builder = PatternProgramBuilder()
    let part = builder.part(for: node)
    let start = builder.append(part, next: 0)
    return builder.ordered(start: start)
  }

  /// A node whose sets are numbers: a set may be large, and a repetition writes its node out hundreds of times.
  private indirect enum Part {
    case empty
    case set(Int)
    case assertion(PatternAssertion)
    case sequence([Part])
    case choice([Part])
    case repetition(Part, least: Int, most: Int?)
  }

  private mutating func part(for node: PatternNode) -> Part {
    switch node {
    case .empty: return .empty
    case .scalar(let set): return .set(index(of: set))
    case .assertion(let assertion): return .assertion(assertion)
    case .sequence(let nodes): return .sequence(nodes.map { part(for: $0) })
    case .choice(let nodes): return .choice(nodes.map { part(for: $0) })
    case .repetition(let node, let least, let most): return .repetition(part(for: node), least: least, most: most)
    }
  }

  /// Adds the states of a node that lead on to `next`; returns the one to enter.
  private mutating func append(_ part: Part, next: Int) -> Int {
    switch part {
    case .empty: return next
    case .set(let set): return append(.position(set: set, next: next))
    case .assertion(let assertion): return append(.branch(first: next, second: next, assertion))
    case .sequence(let parts): return parts.reversed().reduce(next) { append($1, next: $0) }
    case .choice(let parts):
      var entry: Int?
      for part in parts.reversed() {
        let first = append(part, next: next)
        entry = entry.map { append(.branch(first: first, second: $0, [])) } ?? first
      }
      return entry ?? next
    case .repetition(let body, let least, let most): return append(body, least: least, most: most, next: next)
    }
  }

  private mutating func append(_ body: Part, least: Int, most: Int?, next: Int) -> Int {
    var entry = next
    var required = least
    if let most {
      // Each optional copy leads to the next one or past all of them.
      for _ in 0..<max(most - least, 0) {
        let first = append(body, next: entry)
        entry = append(.branch(first: first, second: next, []))
      }
    } else {
      let loop = append(.branch(first: next, second: next, []))
      let first = append(body, next: loop)
      drafts[loop] = .branch(first: first, second: next, [])
      // One copy that loops is the last required one.
      entry = required > 0 ? first : loop
      required -= 1
    }
    for _ in 0..<max(required, 0) { entry = append(body, next: entry) }
    return entry
  }

  private mutating func append(_ draft: Draft) -> Int {
    drafts.append(draft)
    return drafts.count - 1
  }

  private mutating func index(of set: CodePointSet) -> Int {
    if let index = indexOfSet[set] { return index }
    sets.append(set)
    indexOfSet[set] = sets.count - 1
    return sets.count - 1
  }

  // MARK: Order

  private func ordered(start: Int) -> PatternProgram {
    let branches = sortedBranches(start: start)
    var number = [UInt16](repeating: 0, count: drafts.count)
    for (index, branch) in branches.enumerated() { number[branch] = UInt16(truncatingIfNeeded: index) }
    // Built from the end, so that reversed they follow the pattern.
    let positions = drafts.indices.reversed().filter { if case .position = drafts[$0] { true } else { false } }
    for (index, position) in positions.enumerated() {
      number[position] = UInt16(truncatingIfNeeded: branches.count + index)
    }
    number[0] = UInt16(truncatingIfNeeded: branches.count + positions.count)
    return PatternProgram(
      branches: branches.compactMap { index in
        guard case .branch(let first, let second, let assertion) = drafts[index] else { return nil }
        return .init(first: number[first], second: number[second], assertion: assertion)
      },
      positions: positions.compactMap { index in
        guard case .position(let set, let next) = drafts[index] else { return nil }
        return .init(set: set, next: number[next])
      },
      sets: sets, start: number[start])
  }

  /// The branches, each before those that it leads to but for loops: the reverse of a depth-first postorder.
  private func sortedBranches(start: Int) -> [Int] {
    var roots = [start]
    for case .position(_, let next) in drafts { roots.append(next) }
    var postorder: [Int] = []
    // How many of a branch's ways have been followed.
    var followed = [UInt8](repeating: 0, count: drafts.count)
    var stack: [Int] = []
    for root in roots {
      if followed[root] == 0 { stack.append(root) }
      while let state = stack.last {
        guard case .branch(let first, let second, _) = drafts[state], followed[state] < 2 else {
          if case .branch = drafts[state], followed[state] == 2 { postorder.append(state) }
          followed[state] = 3
          stack.removeLast()
          continue
        }
        // The way past a loop first, so that the loop's own branches get the numbers right behind it.
        let next = followed[state] == 0 ? second : first
        followed[state] += 1
        if followed[next] == 0 { stack.append(next) }
      }
    }
    return postorder.reversed()
  }
}
