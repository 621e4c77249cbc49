/// The states that a ``LargeAutomaton`` is in while it goes through a text.
///
/// Its sets lie in memory that the match has borrowed: branches that were reached, those of them that have still to be
/// followed, positions that were reached, and those that have taken the last scalar.
struct PatternFrontier {
  private let branches: UnsafeBufferPointer<PatternProgram.Branch>
  private let positions: UnsafeBufferPointer<PatternProgram.Position>
  private let seen: UnsafeMutableBufferPointer<UInt64>
  private let pending: UnsafeMutableBufferPointer<UInt64>
  private let reached: UnsafeMutableBufferPointer<UInt64>
  private let taken: UnsafeMutableBufferPointer<UInt64>
  /// The first word of ``pending`` that may hold something.
  private var firstPending = 0

  /// Whether the pattern has matched.
  private(set) var hasEnded = false

  /// Prepares the sets in zeroed words, twice `branchWords` and twice as many as the positions take.
  init(
    branches: UnsafeBufferPointer<PatternProgram.Branch>, positions: UnsafeBufferPointer<PatternProgram.Position>,
    words: UnsafeMutableBufferPointer<UInt64>, branchWords: Int
  ) {
    self.branches = branches
    self.positions = positions
    let firstPosition = 2 * branchWords
    let positionWords = (words.count - firstPosition) / 2
    seen = .init(rebasing: words[..<branchWords])
    pending = .init(rebasing: words[branchWords..<firstPosition])
    reached = .init(rebasing: words[firstPosition..<(firstPosition + positionWords)])
    taken = .init(rebasing: words[(firstPosition + positionWords)...])
  }

  /// Reaches what comes behind the positions that have taken the last scalar, and what begins a match.
  @inline(__always)
  mutating func advance<Counter: StepCounting>(
    from start: UInt16, where holds: PatternAssertion, _ strides: PatternStrides, _ counter: inout Counter
  ) {
    seen.update(repeating: 0)
    reached.update(repeating: 0)
    firstPending = pending.count
    reach(start)
    strides.table.withUnsafeBufferPointer { moveTogether($0, strides, &counter) }
    for word in taken.indices {
      var bits = taken[word] & strides.table[word]
      counter.count(1 &+ bits.nonzeroBitCount)
      while bits != 0 {
        reach(positions[word &* 64 &+ bits.trailingZeroBitCount].next)
        bits &= bits &- 1
      }
    }
    followBranches(where: holds, &counter)
  }

  /// Moves the positions that need no branches, whole words at a time.
  @inline(__always)
  private mutating func moveTogether<Counter: StepCounting>(
    _ table: UnsafeBufferPointer<UInt64>, _ strides: PatternStrides, _ counter: inout Counter
  ) {
    let words = strides.words
    var row = words
    for distance in strides.distances {
      let shift = UInt64(truncatingIfNeeded: distance)
      var carry: UInt64 = 0
      for word in 0..<words {
        let moving = taken[word] & table[row &+ word]
        reached[word] |= moving &<< shift | carry
        carry = moving >> (64 &- shift)
      }
      row &+= words
    }
    for _ in 0..<strides.exitCount {
      var any: UInt64 = 0
      for word in 0..<words { any |= taken[word] & table[row &+ word] }
      row &+= words
      if any != 0 {
        for word in 0..<words { reached[word] |= table[row &+ word] }
      }
      row &+= words
    }
    counter.count(row &- words)
  }

  @inline(__always)
  private mutating func followBranches<Counter: StepCounting>(where holds: PatternAssertion, _ counter: inout Counter) {
    var word = firstPending
    while word < pending.count {
      counter.count(1)
      guard pending[word] != 0 else {
        word &+= 1
        continue
      }
      let bit = pending[word].trailingZeroBitCount
      pending[word] &= pending[word] &- 1
      let branch = branches[word &* 64 &+ bit]
      guard branch.assertion.isSubset(of: holds) else { continue }
      // A loop may lead back to an earlier word.
      firstPending = word
      reach(branch.first)
      reach(branch.second)
      word = firstPending
    }
  }

  @inline(__always)
  private mutating func reach(_ state: UInt16) {
    var index = Int(state)
    if index < branches.count {
      let word = index / 64
      let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: index)
      if seen[word] & bit != 0 { return }
      seen[word] |= bit
      pending[word] |= bit
      if word < firstPending { firstPending = word }
      return
    }
    index &-= branches.count
    if index < positions.count {
      reached[index / 64] |= 1 &<< UInt64(truncatingIfNeeded: index)
    } else {
      hasEnded = true
    }
  }

  /// Keeps the reached positions that take a symbol, given from `offset` on; false when there are none.
  @inline(__always)
  mutating func take(_ takers: UnsafeBufferPointer<UInt64>, from offset: Int) -> Bool {
    var any: UInt64 = 0
    for word in taken.indices {
      let kept = reached[word] & takers[offset &+ word]
      taken[word] = kept
      any |= kept
    }
    return any != 0
  }
}
