import SerinFlags

extension GrowthBookReader {
  /// The rules that one of GrowthBook's becomes, each with what makes its id different from the others.
  mutating func rules(
    for rule: JSONValue, feature: String, outcomes: GrowthBookOutcomes, path: String
  ) -> [(part: String, rule: RuleDefinition)] {
    var rules: [(part: String, rule: RuleDefinition)] = []
    let name =
      findings.description("name", of: rule, path: path, maximumBytes: 256)
      ?? findings.description("id", of: rule, path: path, maximumBytes: 256)
    noteSticking(of: rule, path: path)
    func add(_ part: String, _ formula: Formula, _ serve: Serve, _ rollout: Rollout? = nil) {
      guard formula != .never else { return }
      let definition = RuleDefinition(id: "", name: name, when: formula.when, rollout: rollout, serve: serve)
      rules.append((part, definition))
    }
    var base = Formula.always
    for (index, parent) in findings.array("parentConditions", of: rule, path: path).enumerated() {
      let parentPath = DocumentPath.element(DocumentPath.member(path, "parentConditions"), index)
      let (isMet, isNotMet) = parentCondition(parent, path: parentPath)
      if findings.bool("gate", of: parent, path: parentPath) {
        add(".parentConditions[\(index)]", .all([base, isNotMet]), .variation(outcomes.off))
      } else {
        base = .all([base, isMet])
      }
    }
    let isForced = rule["force"] != nil
    guard isForced || rule.given("variations") != nil || rule.given("contextualVariations") != nil else { return rules }
    base = .all([base, filters(of: rule, path: path)])
    if let condition = rule.given("condition") {
      base = .all([base, self.condition(condition, true, path: DocumentPath.member(path, "condition"))])
    }
    if let force = rule["force"] {
      let share = coverage(of: rule, feature: feature, path: path)
      add("", .all([base, share.formula]), .variation(outcomes.variation(of: force)), share.rollout)
    } else {
      for (part, formula, serve) in self.experiment(rule, feature: feature, outcomes: outcomes, path: path) {
        add(part, .all([base, formula]), serve)
      }
    }
    return rules
  }

  /// The part of the users that a forced value is for.
  private mutating func coverage(
    of rule: JSONValue, feature: String, path: String
  ) -> (formula: Formula, rollout: Rollout?) {
    let coverage = self.number("coverage", of: rule, path: path)
    guard coverage != nil || rule.given("range") != nil else { return (.always, nil) }
    if rule.given("range") == nil, coverage == 0 { return (.never, nil) }
    guard let hash = self.hash(of: rule, seed: findings.text("seed", of: rule, path: path) ?? feature, path: path)
    else {
      return (.never, nil)
    }
    if let range = rule.given("range") {
      guard let numbers = self.numbers(range, hash, path: DocumentPath.member(path, "range")) else {
        return (.never, nil)
      }
      return (hash.isWithin(numbers), nil)
    }
    // Here, and only here, the bound itself is in; not so in newer packages for Python.
    let count = hash.count(below: coverage ?? 0, including: true)
    if count != hash.count(below: coverage ?? 0) {
      findings.note(
        DocumentPath.member(path, "coverage"),
        "GrowthBook's SDKs do not agree whether the number at the bound is in; as in JavaScript, it is")
    }
    if count == 0 { return (.never, nil) }
    if count == hash.steps { return (hash.hasUnit, nil) }
    return (.always, hash.rollout(count: count, otherwise: .continue))
  }

  /// An experiment's variations: one rule with a split when they share everybody, else one rule for each share.
  private mutating func experiment(
    _ rule: JSONValue, feature: String, outcomes: GrowthBookOutcomes, path: String
  ) -> [(part: String, formula: Formula, serve: Serve)] {
    refuse(
      ["contextualVariations", "contextualBanditRef"], of: rule, path: path, "is a contextual bandit, which learns")
    let variations = findings.array("variations", of: rule, path: path)
    guard variations.count > 1 else { return [] }
    let key = findings.text("key", of: rule, path: path) ?? feature
    let seed = findings.text("seed", of: rule, path: path) ?? key
    guard let hash = self.hash(of: rule, seed: seed, path: path) else { return [] }
    let space = rule.given("filters") == nil ? namespace(of: rule, hash, path: path) : .always
    guard let ranges = self.ranges(of: rule, count: variations.count, hash, path: path) else { return [] }
    let meta = findings.array("meta", of: rule, path: path)
    let metaPath = DocumentPath.member(path, "meta")
    let passes = ranges.indices.map { index in
      index < meta.count
        && findings.bool("passthrough", of: meta[index], path: DocumentPath.element(metaPath, index))
    }
    let names = ranges.indices.map { index in
      index < variations.count ? outcomes.variation(of: variations[index]) : outcomes.off
    }
    if !passes.contains(true), let weights = hash.weights(of: ranges) {
      let arms = zip(names, weights).filter { $1 > 0 }.map { Split.Arm($0, weight: $1) }
      let split = Split(arms, salt: hash.seed, by: hash.attribute, draw: hash.draw)
      return [("", .all([space, hash.hasUnit]), .split(split))]
    }
    var taken: [Range<Int>] = []
    return ranges.indices.compactMap { index in
      // The first range that holds the number counts.
      let earlier = taken.filter { $0.overlaps(ranges[index]) }.map { hash.isWithin($0).negated }
      taken.append(ranges[index])
      // Whoever passes through goes on to the next rule.
      guard !passes[index] else { return nil }
      return (".variations[\(index)]", .all([space, hash.isWithin(ranges[index])] + earlier), .variation(names[index]))
    }
  }

  private mutating func noteSticking(of rule: JSONValue, path: String) {
    for member in ["fallbackAttribute", "bucketVersion", "minBucketVersion"] where rule[member] != nil {
      findings.changed(
        DocumentPath.member(path, member),
        "sticky bucketing keeps a user's first variation elsewhere; here the hash decides")
    }
  }

  private mutating func refuse(_ members: [String], of rule: JSONValue, path: String, _ why: String) {
    for member in members where rule.given(member) != nil {
      findings.leaveOut(DocumentPath.member(path, member), why)
    }
  }
}

extension GrowthBookHash {
  /// The weights of a split that gives exactly these ranges, or nil when they do not share all numbers in their order.
  func weights(of ranges: [Range<Int>]) -> [Double]? {
    var end = 0
    for range in ranges {
      guard range.lowerBound == end else { return nil }
      end = range.upperBound
    }
    guard end == steps else { return nil }
    let weights = ranges.map { Double($0.count) / Double(steps) }
    let split = PreparedDraw(draw, purpose: .split, salt: seed)
    let used = zip(ranges, weights).filter { !$0.0.isEmpty }
    // Sums of decimals can miss a bound by one number; then the ranges are written out.
    let ends = split.ends(ofWeights: used.map(\.1))
    return ends == used.map { UInt64($0.0.upperBound) } ? weights : nil
  }
}
