import SerinFlags

/// What a flag's document serves to everybody, whoever asks.
struct ConstantAnswer: Sendable, Hashable {
  /// The variation.
  let variation: String
  /// The deadline from which on a percentage became everybody, in milliseconds since 1970 UTC; nil where none is needed.
  let deadline: Int64?
}

extension FlagDefinition {
  /// What the flag serves to everybody at an instant; nil when it depends on who asks.
  ///
  /// It is read off the document alone: conditions are taken to be true for some and not for others, even if nobody is like
  /// that.
  func constantAnswer(at now: Timestamp) -> ConstantAnswer? {
    if isKilled { return ConstantAnswer(variation: off, deadline: nil) }
    var served: Set<ExactString> = prerequisites.isEmpty ? [] : [ExactString(off)]
    var deadline: Timestamp?
    var isDecided = false
    for rule in rules where !isDecided {
      let passed = rule.rollout?.deadline.flatMap { $0 <= now ? $0 : nil }
      let isForEverybody = passed != nil || rule.rollout.map { $0.percent == .everybody } ?? true
      let isForNobody = rule.rollout.map { $0.percent == .nobody && $0.deadline == nil } ?? false
      if !isForNobody { served.formUnion(rule.serve.variations.map { ExactString($0) }) }
      if let passed { deadline = max(deadline ?? passed, passed) }
      isDecided = rule.when == nil
      guard !isForEverybody else { continue }
      switch rule.rollout?.otherwise {
      case .variation(let name): served.insert(ExactString(name))
      case .continue: isDecided = false
      case nil: served.insert(ExactString(off))
      }
    }
    if !isDecided { served.insert(ExactString(`default`)) }
    guard served.count == 1, let only = served.first else { return nil }
    return ConstantAnswer(variation: only.string, deadline: deadline.map { $0.microseconds / 1000 })
  }
}

extension Serve {
  /// Every variation that it may serve.
  fileprivate var variations: [String] {
    switch self {
    case .variation(let name): [name]
    case .split(let split): split.arms.filter { $0.weight > 0 }.map(\.variation)
    }
  }
}
