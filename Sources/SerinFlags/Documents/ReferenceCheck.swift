/// Holds the references of a document together with what they name.
struct ReferenceCheck {
  private(set) var issues: [DocumentIssue] = []
  /// Messages name no more flags and segments of a cycle than this.
  private static let longestPath = 40

  private let document: RulesetDocument
  private let isWhole: Bool
  private let flags: [ExactString: Int]
  private let segments: [ExactString: Int]
  /// For each flag, then each segment, what it depends on and where it says so.
  private var links: [[(node: Int32, path: String)]] = []
  /// The strongly connected components, each behind those that it depends on.
  private var components: [[Int32]] = []

  init(_ document: RulesetDocument, isWhole: Bool) {
    self.document = document
    self.isWhole = isWhole
    flags = Self.positions(document.flags.map(\.key), from: 0)
    segments = Self.positions(document.segments.map(\.key), from: document.flags.count)
    let found = document.flags.map { ReferenceWalk($0) } + document.segments.map { ReferenceWalk($0) }
    links = found.map { _ in [] }
    for (node, walk) in found.enumerated() {
      for reference in walk.references { check(reference, of: node) }
    }
    components = DependencyGraph(edges: links.map { $0.map(\.node) }).components
    checkDepth()
    checkCycles()
  }

  private static func positions(_ keys: [String], from start: Int) -> [ExactString: Int] {
    var positions: [ExactString: Int] = [:]
    for (index, key) in keys.enumerated() { positions[ExactString(key)] = start + index }
    return positions
  }

  private mutating func check(_ reference: DocumentReference, of node: Int) {
    switch reference.target {
    case .flag(let key, let variation):
      guard let position = flags[ExactString(key)] else { return missing(key, "flag", at: reference.path) }
      links[node].append((Int32(position), reference.path))
      if let variation { check(variation, ofFlag: position, at: reference.path) }
    case .seen(let key):
      if flags[ExactString(key)] == nil { missing(key, "flag", at: reference.path) }
    case .segment(let key):
      guard let position = segments[ExactString(key)] else { return missing(key, "segment", at: reference.path) }
      links[node].append((Int32(position), reference.path))
    }
  }

  private mutating func missing(_ key: String, _ what: String, at path: String) {
    guard isWhole else { return }
    issues.append(DocumentIssue(path: path, message: "`\(key)` is not a \(what) of this ruleset"))
  }

  private mutating func check(_ variation: String, ofFlag position: Int, at path: String) {
    guard let definition = document.flags[position].definition,
      !definition.variations.contains(where: { $0.name.hasSameBytes(as: variation) })
    else { return }
    let names = definition.variations.map(\.name).joined(separator: ", ")
    // The reference's own member is `flag`; what is wrong stands beside it.
    let serves = String(path.dropLast("flag".count)) + "serves"
    issues.append(
      DocumentIssue(
        path: serves, message: "`\(variation)` is not a variation of `\(definition.key)`; it has \(names)"))
  }

  /// Refuses segments that are nested deeper than an evaluator follows; the innermost of them is named.
  private mutating func checkDepth() {
    var depths = [Int](repeating: 0, count: links.count)
    for component in components where component.count == 1 {
      let node = Int(component[0])
      guard node >= document.flags.count else { continue }
      depths[node] = 1 + (links[node].map { depths[Int($0.node)] }.max() ?? 0)
      if depths[node] == RulesetLinker.maximumSegmentDepth + 1 {
        issues.append(
          DocumentIssue(
            path: DocumentPath.member("segments", key(of: node)),
            message: "holds segments within segments more than \(RulesetLinker.maximumSegmentDepth) deep"))
      }
    }
  }

  // MARK: - Cycles

  /// Names one cycle of each component of flags and segments.
  private mutating func checkCycles() {
    let sorted = components.map { $0.sorted() }.sorted { $0[0] < $1[0] }
    for component in sorted {
      let first = component[0]
      guard let cycle = cycle(through: first, within: Set(component)) else { continue }
      let second = cycle.count > 1 ? cycle[1] : first
      let path = links[Int(first)].first { $0.node == second }?.path ?? ""
      issues.append(DocumentIssue(path: path, message: "makes a cycle: \(words(of: cycle + [first]))"))
    }
  }

  /// The names on a path; the middle of a long one is left out.
  private func words(of path: [Int32]) -> String {
    var names = path.map { name(of: Int($0)) }
    let half = Self.longestPath / 2
    if names.count > Self.longestPath { names.replaceSubrange(half..<(names.count - half), with: ["..."]) }
    return names.joined(separator: " -> ")
  }

  /// The shortest path from a node back to itself, or nil when there is none; breadth first.
  private func cycle(through start: Int32, within component: Set<Int32>) -> [Int32]? {
    var cameFrom: [Int32: Int32] = [:]
    var queue = [start]
    var next = 0
    while next < queue.count {
      let node = queue[next]
      next += 1
      for (target, _) in links[Int(node)] where component.contains(target) {
        if target == start {
          var path = [node]
          while let last = path.last, last != start, let before = cameFrom[last] { path.append(before) }
          return path.reversed()
        }
        if cameFrom[target] == nil {
          cameFrom[target] = node
          queue.append(target)
        }
      }
    }
    return nil
  }

  private func key(of node: Int) -> String {
    node < document.flags.count ? document.flags[node].key : document.segments[node - document.flags.count].key
  }

  private func name(of node: Int) -> String {
    node < document.flags.count ? key(of: node) : "segment \(key(of: node))"
  }
}
