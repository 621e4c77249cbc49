import SerinFlags

// How flags and segments hang together.
extension PlainEvaluator {
  /// Whether a flag is among those that it depends on.
  func dependsOnItself(_ key: String) -> Bool {
    var seen: Set<ExactString> = []
    var pending = dependencies(of: key)
    while let next = pending.popLast() {
      if next.hasSameBytes(as: key) { return true }
      if seen.insert(ExactString(next)).inserted { pending += dependencies(of: next) }
    }
    return false
  }

  /// The flags that a flag looks at; none when it is killed or malformed.
  private func dependencies(of key: String) -> [String] {
    guard let entry = entries[ExactString(key)], let definition = entry.definition, !definition.isKilled,
      CompiledFlag(entry).issues.isEmpty, hasSoundSegments(definition)
    else { return [] }
    var seen: Set<ExactString> = []
    let flags = definition.rules.compactMap(\.when).flatMap { self.flags(in: $0, &seen) }
    return definition.prerequisites.map(\.flag) + flags
  }

  /// The flags that a condition names, itself or in a segment that was not seen before.
  private func flags(in condition: Condition, _ seen: inout Set<ExactString>) -> [String] {
    switch condition {
    case .all(let parts), .any(let parts): return parts.flatMap { flags(in: $0, &seen) }
    case .not(let part): return flags(in: part, &seen)
    case .flag(let key, _): return [key]
    case .segment(let key):
      guard seen.insert(ExactString(key)).inserted, let segment = segments[ExactString(key)]?.definition else {
        return []
      }
      return flags(in: segment.condition, &seen)
    default: return []
    }
  }

  func hasSoundSegments(_ definition: FlagDefinition) -> Bool {
    definition.rules.compactMap(\.when).allSatisfy { height(of: $0) != nil }
  }

  /// How many segments of a condition stand inside one another; nil when one is not there, not sound, too deep, inside
  /// itself or without its list.
  private func height(of condition: Condition) -> Int? {
    switch condition {
    case .all(let parts), .any(let parts):
      var highest = 0
      for part in parts {
        guard let inner = height(of: part) else { return nil }
        highest = max(highest, inner)
      }
      return highest
    case .not(let part): return height(of: part)
    case .listed(let list): return DocumentChecks.lists[list.digest] == nil ? nil : 0
    case .segment(let key):
      let key = ExactString(key)
      if let known = memory.heights[key] { return known }
      // Whoever comes back here while the segment is gone through is inside itself.
      memory.heights[key] = .some(nil)
      let inner = segments[key]?.definition.flatMap { height(of: $0.condition) }
      let whole = inner.flatMap { $0 < 32 ? $0 + 1 : nil }
      memory.heights[key] = .some(whole)
      return whole
    default: return 0
    }
  }
}
