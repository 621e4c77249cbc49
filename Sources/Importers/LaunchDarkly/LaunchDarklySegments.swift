import SerinFlags

/// Reads the segments of LaunchDarkly's flag data.
///
/// A segment becomes two of Serin's: one of those who are in it, and one of those who are not, which is kept only when
/// something refers to it. The second is for negated clauses: who is in no segment for want of an attribute is then in
/// the second, where Serin's `not` would leave it unknown.
struct LaunchDarklySegments {
  private let root: SourceNode
  private var verdicts: [ExactString: Verdict] = [:]
  private var unreadable: Set<ExactString> = []
  private var done: Set<ExactString> = []
  /// Those of the unreadable ones that refer to themselves.
  private var cyclic: Set<ExactString> = []

  init(_ root: SourceNode) {
    self.root = root
  }

  /// Reads every segment after those that it refers to.
  mutating func readAll(_ draft: inout ImportDraft) {
    for (key, node) in root.members where node["deleted"].bool != true && !done.contains(ExactString(key)) {
      // Each one refers to the next; the way is kept here and not on the stack, which a long one would exhaust.
      var way = [(key: key, open: references(of: node))]
      var isOnWay: Set<ExactString> = [ExactString(key)]
      while let current = way.last {
        if let next = way[way.count - 1].open.popLast() {
          guard !done.contains(ExactString(next)) else { continue }
          if isOnWay.insert(ExactString(next)).inserted {
            way.append((next, references(of: root[next])))
          } else {
            cyclic.insert(ExactString(next))
            unreadable.insert(ExactString(next))
          }
        } else {
          read(current.key, root[current.key], &draft)
          done.insert(ExactString(current.key))
          isOnWay.remove(ExactString(current.key))
          way.removeLast()
        }
      }
    }
  }

  /// Whom a segment holds for, by its key.
  func verdict(of node: SourceNode, _ draft: inout ImportDraft) -> Verdict {
    guard let key = node.string else {
      draft.unknown(node, "segment")
      return .never
    }
    if unreadable.contains(ExactString(key)) {
      let isCyclic = cyclic.contains(ExactString(key))
      draft.leaveOut(node.path, isCyclic ? "the segment refers to itself" : "the segment cannot be imported")
      return .never
    }
    return verdicts[ExactString(key)] ?? .never
  }

  private mutating func read(_ key: String, _ node: SourceNode, _ draft: inout ImportDraft) {
    let name = ExactString(key)
    let reader = self
    let verdict = draft.part { draft in reader.verdict(key, node, &draft) }
    guard let verdict, !cyclic.contains(name) else {
      unreadable.insert(name)
      return
    }
    var taken = verdict
    if case .condition(let condition) = verdict.holds {
      guard draft.add(SegmentDefinition(key: key, condition: condition), at: node.path) else {
        unreadable.insert(name)
        return
      }
      taken.holds = .condition(.segment(key))
    }
    if case .condition(let opposite) = verdict.fails {
      guard draft.addSpare(SegmentDefinition(key: oppositeKey(key), condition: opposite), at: node.path) else {
        unreadable.insert(name)
        return
      }
      taken.fails = .condition(.segment(oppositeKey(key)))
    }
    verdicts[name] = taken
  }

  private func oppositeKey(_ key: String) -> String {
    var opposite = key + ".not"
    while !root[opposite].isAbsent { opposite += "_" }
    return opposite
  }

  /// The keys of the segments of the document that the rules of a segment refer to.
  private func references(of node: SourceNode) -> [String] {
    node["rules"].elements.flatMap { $0["clauses"].elements }.filter { $0["op"].string == "segmentMatch" }
      .flatMap { $0["values"].elements }.compactMap(\.string)
      .filter { !root[$0].isAbsent && root[$0]["deleted"].bool != true }
  }

  private func verdict(_ key: String, _ node: SourceNode, _ draft: inout ImportDraft) -> Verdict {
    guard draft.check(node, LaunchDarklyShapes.segment) else { return .never }
    if node["unbounded"].bool == true {
      draft.leaveOut(node["unbounded"].path, "the list of a big segment is not in the document")
    }
    let included = members(of: node, "included", "includedContexts", &draft)
    let excluded = members(of: node, "excluded", "excludedContexts", &draft)
    let rules = node["rules"].elements.map { rule in
      let clauses = rule["clauses"].elements.map { LaunchDarklyClause($0).verdict(self, &draft) }
      return Verdict.all(clauses + [share(of: rule, key, node, &draft)])
    }
    return .any([included, .all([excluded.negated, .any(rules)])])
  }

  /// The users that are named.
  private func members(
    of node: SourceNode, _ users: String, _ contexts: String, _ draft: inout ImportDraft
  ) -> Verdict {
    var keys = node[users].strings ?? []
    for target in node[contexts].elements where !target["values"].elements.isEmpty {
      guard LaunchDarklyContextKind.check(target["contextKind"], &draft) else { continue }
      keys += target["values"].strings ?? []
    }
    let lists = stride(from: 0, to: keys.count, by: IDCondition.maximumIDs).map { start in
      Condition.list(
        IDCondition(Array(keys[start..<min(start + IDCondition.maximumIDs, keys.count)]), by: "userID"))
    }
    return .any(lists.map { Verdict(holds: .condition($0), fails: .not($0)) })
  }

  /// The percentage of those whom a rule matches that it takes; everybody when it has none.
  private func share(
    of rule: SourceNode, _ key: String, _ segment: SourceNode, _ draft: inout ImportDraft
  ) -> Verdict {
    guard !rule["weight"].isAbsent else { return .always }
    guard let weight = rule["weight"].integer else {
      draft.unknown(rule["weight"], "weight")
      return .never
    }
    let kind = rule["rolloutContextKind"]
    guard LaunchDarklyContextKind.check(kind, &draft),
      let unit = LaunchDarklyUnit(rule["bucketBy"], kind: kind, &draft)
    else { return .never }
    if weight <= 0 { return .never }
    if weight >= 100_000 { return .always }
    let percent = Condition.percent(
      Rollout(
        percent: Percentage(clamping: Double(weight) / 1000), by: unit.by,
        salt: "\(key).\(segment["salt"].string ?? "")", draw: .launchDarkly))
    return Verdict(holds: .condition(percent), fails: .not(percent))
  }
}
