/// Gives every flag, segment, list and fact that is referred to a number of its own.
///
/// Numbers are never given twice, so that flags compiled earlier stay valid when others change.
struct ReferenceRegistry: Sendable {
  private(set) var flags: [ExactString: Int32] = [:]
  private(set) var segments: [ExactString: Int32] = [:]
  private(set) var lists: [ExactString: Int32] = [:]
  private(set) var facts: [BehaviourFact: Int32] = [:]
  /// The conditions of rules, by the beginnings of the SHA-256 of their documents.
  private var conditions: [ConditionKey: Int32] = [:]

  /// So many different conditions get a number; more are decided for each rule anew.
  private static let maximumConditions = 65_536

  private struct ConditionKey: Hashable {
    let high: UInt64
    let low: UInt64
  }

  /// How many different conditions have a number.
  var conditionCount: Int { conditions.count }

  /// The number that all rules with the same condition share, or −1 when there are too many.
  mutating func condition(_ condition: Condition) -> Int32 {
    // Documents have no such numbers, and in JSON they would all look alike.
    guard condition.hasOnlyFiniteNumbers else { return -1 }
    let digest = SHA256.words(of: condition.json.serialized())
    let key = ConditionKey(
      high: UInt64(digest.0) &<< 32 | UInt64(digest.1), low: UInt64(digest.2) &<< 32 | UInt64(digest.3))
    if let number = conditions[key] { return number }
    guard conditions.count < Self.maximumConditions else { return -1 }
    return Self.number(of: key, in: &conditions)
  }

  /// The number of a flag that refers to others or is referred to.
  mutating func flag(_ key: String) -> Int32 { Self.number(of: ExactString(key), in: &flags) }

  mutating func segment(_ key: String) -> Int32 { Self.number(of: ExactString(key), in: &segments) }

  mutating func list(_ digest: String) -> Int32 { Self.number(of: ExactString(digest), in: &lists) }

  mutating func fact(_ fact: BehaviourFact) -> Int32 { Self.number(of: fact, in: &facts) }

  private static func number<Key: Hashable>(of key: Key, in numbers: inout [Key: Int32]) -> Int32 {
    if let number = numbers[key] { return number }
    numbers[key] = Int32(numbers.count)
    return Int32(numbers.count - 1)
  }
}

/// What a program refers to.
struct ReferenceUse: Sendable {
  /// The numbers of other flags.
  private(set) var flags: [Int32] = []
  /// The numbers of segments.
  private(set) var segments: [Int32] = []
  /// The numbers of lists.
  private(set) var lists: [Int32] = []
  /// The numbers of facts.
  private(set) var facts: [Int32] = []
  /// The instants at which answers change, in microseconds since 1970.
  private(set) var instants: [Int64] = []

  /// Whether the answer depends on anything beside the context and the time.
  var isEmpty: Bool { flags.isEmpty && segments.isEmpty && lists.isEmpty && facts.isEmpty }

  mutating func use(flag key: String, _ registry: inout ReferenceRegistry) -> Int32 {
    Self.note(registry.flag(key), in: &flags)
  }

  mutating func use(segment key: String, _ registry: inout ReferenceRegistry) -> Int32 {
    Self.note(registry.segment(key), in: &segments)
  }

  mutating func use(list digest: String, _ registry: inout ReferenceRegistry) -> Int32 {
    Self.note(registry.list(digest), in: &lists)
  }

  mutating func use(fact: BehaviourFact, _ registry: inout ReferenceRegistry) -> Int32 {
    Self.note(registry.fact(fact), in: &facts)
  }

  mutating func use(instant: Timestamp?) {
    if let instant { instants.append(instant.microseconds) }
  }

  private static func note(_ number: Int32, in numbers: inout [Int32]) -> Int32 {
    if !numbers.contains(number) { numbers.append(number) }
    return number
  }
}

extension Condition {
  /// Whether every number in it is one that JSON can write.
  fileprivate var hasOnlyFiniteNumbers: Bool {
    switch self {
    case .all(let parts), .any(let parts): parts.allSatisfy(\.hasOnlyFiniteNumbers)
    case .not(let part): part.hasOnlyFiniteNumbers
    case .attribute(let comparison): comparison.values.allSatisfy { $0.numberValue?.isFinite ?? true }
    case .segment, .percent, .flag, .now, .list, .listed, .behaviour: true
    }
  }
}
