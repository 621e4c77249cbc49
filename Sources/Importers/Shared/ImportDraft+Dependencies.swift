import SerinFlags

// What flags and segments need of each other, once all of them were read.
extension ImportDraft {
  /// Leaves out the flags that are decided by one that is not there, and those that are decided by each other.
  ///
  /// A flag is settled when all that it needs is; what is never settled goes round in a circle.
  mutating func leaveOutDependants() {
    let known = Set(flags.map { ExactString($0.key) })
    var dependants: [ExactString: [Int]] = [:]
    var open: [ExactString: Int] = [:]
    for (index, need) in needs.enumerated() {
      dependants[need.other, default: []].append(index)
      open[need.flag, default: 0] += 1
    }
    var gone: Set<ExactString> = []
    var settled = known.filter { open[$0] == nil }.sorted()
    for need in needs where !known.contains(need.other) && gone.insert(need.other).inserted {
      settled.append(need.other)
    }
    while let key = settled.popLast() {
      for index in dependants[key] ?? [] {
        let need = needs[index]
        guard let count = open[need.flag] else { continue }
        if gone.contains(key) {
          leaveOut(need.path, "the flag \(DocumentPath.quoted(key.string)) decides it, and that one is left out")
          gone.insert(need.flag)
        }
        open[need.flag] = count > 1 && !gone.contains(need.flag) ? count - 1 : nil
        if open[need.flag] == nil { settled.append(need.flag) }
      }
    }
    var isReported: Set<ExactString> = []
    for need in needs where open[need.flag] != nil && open[need.other] != nil {
      guard isReported.insert(need.flag).inserted else { continue }
      leaveOut(need.path, "flags that are decided by each other decide it")
    }
    flags.removeAll { gone.contains(ExactString($0.key)) || open[ExactString($0.key)] != nil }
  }

  /// Drops the spare segments that nothing refers to.
  mutating func dropUnusedSpares() {
    var conditions: [ExactString: Condition] = [:]
    for segment in segments { conditions[ExactString(segment.key)] = segment.condition }
    var used: Set<ExactString> = []
    var open = flags.compactMap(\.definition).flatMap(\.rules).compactMap(\.when)
    open += segments.filter { !spares.contains(ExactString($0.key)) }.map(\.condition)
    while let condition = open.popLast() {
      switch condition {
      case .all(let inner), .any(let inner): open += inner
      case .not(let inner): open.append(inner)
      case .segment(let key) where used.insert(ExactString(key)).inserted:
        if let referred = conditions[ExactString(key)] { open.append(referred) }
      default: break
      }
    }
    segments.removeAll { spares.contains(ExactString($0.key)) && !used.contains(ExactString($0.key)) }
  }
}
