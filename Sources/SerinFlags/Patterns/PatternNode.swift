/// A pattern as a tree, without what has no bearing on whether a text matches: names, captures and laziness.
indirect enum PatternNode: Sendable {
  /// Matches the empty text.
  case empty
  /// Matches one scalar of the set.
  case scalar(CodePointSet)
  /// Matches the empty text where the assertion holds.
  case assertion(PatternAssertion)
  /// One after another.
  case sequence([PatternNode])
  /// Any one of them.
  case choice([PatternNode])
  /// Between `least` and `most` times; nil is without a bound.
  case repetition(PatternNode, least: Int, most: Int?)

  /// How many states the node becomes, at the most; stops being exact beyond `limit`.
  ///
  /// Nothing is free: the number also bounds the work of compiling.
  func stateCount(limit: Int) -> Int {
    switch self {
    case .empty, .scalar, .assertion: return 1
    case .sequence(let parts): return Self.sum(of: parts, limit: limit)
    case .choice(let parts): return min(Self.sum(of: parts, limit: limit) + parts.count, limit + 1)
    case .repetition(let body, let least, let most):
      // An optional copy and the copy that loops have a branch each.
      let one = body.stateCount(limit: limit)
      let optional = most.map { $0 - least } ?? 1
      let required = most == nil ? max(least - 1, 0) : least
      return min(max(one * required + (one + 1) * optional, 1), limit + 1)
    }
  }

  private static func sum(of parts: [PatternNode], limit: Int) -> Int {
    var sum = 0
    for part in parts where sum <= limit { sum += part.stateCount(limit: limit) }
    return min(sum, limit + 1)
  }

  /// Whether repetitions inside repetitions multiply to no more than `allowed`.
  ///
  /// RE2 has the same rule, so that whatever is a pattern here is one there.
  func hasRepeats(within allowed: Int) -> Bool {
    switch self {
    case .empty, .scalar, .assertion: return true
    case .sequence(let parts), .choice(let parts): return parts.allSatisfy { $0.hasRepeats(within: allowed) }
    case .repetition(let body, let least, let most):
      let rest = allowed / max(most ?? least, 1)
      return rest > 0 && body.hasRepeats(within: rest)
    }
  }
}
