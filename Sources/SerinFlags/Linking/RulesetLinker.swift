/// Finds out how the flags and segments of a ruleset hang together.
struct RulesetLinker {
  let flags: [CompiledFlag?]
  let segments: [CompiledSegment?]
  let lists: [IDList?]
  let facts: [BehaviourFact]
  let environmentID: [UInt8]
  private(set) var states: [RulesetLinks.FlagState]
  private(set) var dependencies: [[Int32]]
  private(set) var neededFacts: [Set<Int32>]
  private var segmentParts: [SegmentPart]

  /// Segments within segments deeper than this are refused: conditions are decided by recursion.
  static let maximumSegmentDepth = 32

  /// What a flag takes over from a segment that it uses.
  private struct SegmentPart {
    var problem: String?
    /// Whether it is another segment's problem; a chain of segments must not grow a chain of words.
    var isInherited = false
    var depth = 0
    var flags: Set<Int32> = []
    var facts: Set<Int32> = []
  }

  init(
    registry: ReferenceRegistry, flags: KeyedTable<FlagSlot>, segments: KeyedTable<CompiledSegment>,
    lists: [ExactString: IDList], environmentID: String
  ) {
    self.flags = Self.byNumber(registry.flags) { flags[$0.string]?.flag }
    self.segments = Self.byNumber(registry.segments) { segments[$0.string] }
    self.lists = Self.byNumber(registry.lists) { lists[$0] }
    facts = Self.byNumber(registry.facts) { $0 }.compactMap { $0 }
    self.environmentID = Array(environmentID.utf8)
    states = [RulesetLinks.FlagState](repeating: .sound, count: self.flags.count)
    dependencies = [[Int32]](repeating: [], count: self.flags.count)
    neededFacts = [Set<Int32>](repeating: [], count: self.flags.count)
    segmentParts = [SegmentPart](repeating: SegmentPart(problem: "is not in this ruleset"), count: self.segments.count)
    linkSegments(registry)
    linkFlags(registry)
  }

  private static func byNumber<Key, Value>(_ numbers: [Key: Int32], _ value: (Key) -> Value?) -> [Value?] {
    var values = [Value?](repeating: nil, count: numbers.count)
    for (key, number) in numbers { values[Int(number)] = value(key) }
    return values
  }

  /// Goes through the segments so that each comes behind those it uses.
  private mutating func linkSegments(_ registry: ReferenceRegistry) {
    let graph = DependencyGraph(edges: segments.map { $0?.use.segments ?? [] })
    let isOnCycle = graph.isOnCycle
    for number in graph.components.joined() {
      guard let segment = segments[Int(number)] else { continue }
      segmentParts[Int(number)] =
        isOnCycle[Int(number)]
        ? SegmentPart(problem: "contains itself") : part(of: segment, registry)
    }
  }

  private func part(of segment: CompiledSegment, _ registry: ReferenceRegistry) -> SegmentPart {
    var part = SegmentPart(problem: segment.issues.isEmpty ? nil : "is malformed", depth: 1)
    part.flags = Set(segment.use.flags)
    part.facts = Set(segment.use.facts)
    for number in segment.use.segments {
      let inner = segmentParts[Int(number)]
      part.depth = max(part.depth, inner.depth + 1)
      part.flags.formUnion(inner.flags)
      part.facts.formUnion(inner.facts)
      if let problem = inner.problem, part.problem == nil {
        part.isInherited = true
        part.problem =
          inner.isInherited ? problem : "uses the segment `\(name(ofSegment: number, registry))`, which \(problem)"
      }
    }
    if segment.use.lists.contains(where: { lists[Int($0)] == nil }) {
      part.problem = part.problem ?? "uses a list that is not here"
    }
    if part.depth > Self.maximumSegmentDepth {
      part.problem = part.problem ?? "holds segments within segments more than \(Self.maximumSegmentDepth) deep"
    }
    return part
  }

  private mutating func linkFlags(_ registry: ReferenceRegistry) {
    for (number, flag) in flags.enumerated() {
      guard let flag, let requirements = flag.requirements else { continue }
      let issues = requirements.use.segments.compactMap { segment in
        segmentParts[Int(segment)].problem.map { problem in
          DocumentIssue(
            path: DocumentPath.member("flags", flag.key),
            message: "uses the segment `\(name(ofSegment: segment, registry))`, which \(problem)")
        }
      }
      if !issues.isEmpty {
        states[number] = .malformed(issues)
        continue
      }
      let parts = requirements.use.segments.map { segmentParts[Int($0)] }
      let needed = parts.reduce(into: Set(requirements.use.flags)) { $0.formUnion($1.flags) }
      dependencies[number] = needed.sorted()
      neededFacts[number] = parts.reduce(into: Set(requirements.use.facts)) { $0.formUnion($1.facts) }
    }
    let graph = DependencyGraph(edges: dependencies)
    let isOnCycle = graph.isOnCycle
    for number in graph.components.joined().map(Int.init) {
      if isOnCycle[number] {
        states[number] = .cycle
        continue
      }
      for dependency in dependencies[number] { neededFacts[number].formUnion(neededFacts[Int(dependency)]) }
    }
  }

  private func name(ofSegment number: Int32, _ registry: ReferenceRegistry) -> String {
    registry.segments.first { $0.value == number }?.key.string ?? ""
  }
}
