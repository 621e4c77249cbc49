@testable import SerinFlags

// Which flags and segments hang together, found by walking every way.
extension ReferenceEvaluator {
  /// The conditions of a flag that is not killed.
  private func conditions(of flag: FlagDefinition) -> [Condition] { flag.rules.compactMap(\.when) }

  /// Every condition inside one, itself included.
  private func parts(of condition: Condition) -> [Condition] {
    switch condition {
    case .all(let inner), .any(let inner): [condition] + inner.flatMap(parts)
    case .not(let inner): [condition] + parts(of: inner)
    default: [condition]
    }
  }

  private func segments(in condition: Condition) -> [String] {
    parts(of: condition).compactMap { part in
      if case .segment(let key) = part { return key }
      return nil
    }
  }

  private func flags(in condition: Condition) -> [String] {
    parts(of: condition).compactMap { part in
      if case .flag(let key, _) = part { return key }
      return nil
    }
  }

  private func condition(ofSegment key: String) -> Condition? {
    document.segments.first { $0.key.hasSameBytes(as: key) }?.definition?.condition
  }

  /// The segments that a flag names itself.
  func segments(of flag: FlagDefinition) -> [String] { conditions(of: flag).flatMap(segments) }

  /// Whether nothing can be said of a segment: it, or one that it uses, is missing, malformed, on a cycle, too deep or
  /// without its list.
  func isUnusable(_ key: String) -> Bool { isUnusable(key, above: []) }

  private func isUnusable(_ key: String, above: [String]) -> Bool {
    guard let condition = condition(ofSegment: key), !above.contains(where: key.hasSameBytes), above.count < 32 else {
      return true
    }
    let lacksList = parts(of: condition).contains { part in
      if case .listed(let list) = part { return lists[list.digest] == nil }
      return false
    }
    return lacksList || segments(in: condition).contains { isUnusable($0, above: above + [key]) }
  }

  /// The flags that must be decided before another one.
  private func dependencies(of key: String) -> [String] {
    guard let entry = document.flags.first(where: { $0.key.hasSameBytes(as: key) && !$0.isArchived }),
      let flag = entry.definition, !flag.isKilled, !segments(of: flag).contains(where: isUnusable)
    else { return [] }
    var seen: [String] = []
    var open = segments(of: flag)
    var named = conditions(of: flag).flatMap(flags)
    while let segment = open.popLast() {
      guard !seen.contains(where: segment.hasSameBytes), let condition = condition(ofSegment: segment) else { continue }
      seen.append(segment)
      open += segments(in: condition)
      named += flags(in: condition)
    }
    return flag.prerequisites.map(\.flag) + named
  }

  /// Whether a flag depends on itself.
  func isOnCycle(_ key: String) -> Bool {
    var seen: [String] = []
    var open = dependencies(of: key)
    while let next = open.popLast() {
      if next.hasSameBytes(as: key) { return true }
      if seen.contains(where: next.hasSameBytes) { continue }
      seen.append(next)
      open += dependencies(of: next)
    }
    return false
  }
}
