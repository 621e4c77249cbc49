import SerinFlags

// The parts of a rule that say whom it is for by a draw.
extension GrowthBookReader {
  /// The rule's own draw; nil when nobody is drawn.
  mutating func hash(of rule: JSONValue, seed: String, path: String) -> GrowthBookHash? {
    let name = findings.text("hashAttribute", of: rule, path: path)
    let attributePath = DocumentPath.member(path, "hashAttribute")
    let attribute = self.attribute(name ?? "id", path: attributePath)
    let version = version(of: rule, path: path)
    let hash = GrowthBookHash(version: version, default: 1, seed: seed, attribute: attribute)
    if hash == nil {
      findings.changed(
        DocumentPath.member(path, "hashVersion"), "is none that GrowthBook knows, so the rule is for nobody, as there")
    }
    return hash
  }

  /// The version of a hash; nil for the usual one.
  private mutating func version(of json: JSONValue, path: String) -> JSONValue? {
    guard let value = json.given("hashVersion"), value != 0 else { return Optional.none }
    if value.numberValue == nil { findings.leaveOut(DocumentPath.member(path, "hashVersion"), "is not a number") }
    return value
  }

  /// A member that must be a number when it is there.
  mutating func number(_ member: String, of rule: JSONValue, path: String) -> Double? {
    guard let value = rule[member] else { return nil }
    if value.numberValue == nil { findings.leaveOut(DocumentPath.member(path, member), "is not a number") }
    return value.numberValue
  }

  /// A range that is written out: `[0.1, 0.5]`.
  mutating func numbers(_ value: JSONValue, _ hash: GrowthBookHash, path: String) -> Range<Int>? {
    guard let start = value[0]?.numberValue, let end = value[1]?.numberValue, value.arrayValue?.count == 2 else {
      findings.leaveOut(path, "is not a range of two numbers")
      return nil
    }
    return hash.numbers(from: start, to: end)
  }

  /// The numbers of each of an experiment's variations.
  mutating func ranges(of rule: JSONValue, count: Int, _ hash: GrowthBookHash, path: String) -> [Range<Int>]? {
    if rule.given("ranges") != nil {
      let written = findings.array("ranges", of: rule, path: path)
      let path = DocumentPath.member(path, "ranges")
      let ranges = written.enumerated().map { numbers($1, hash, path: DocumentPath.element(path, $0)) }
      if written.count > count { findings.leaveOut(path, "are more than the variations") }
      return ranges.contains(nil) ? nil : ranges.compactMap { $0 }
    }
    let coverage = number("coverage", of: rule, path: path) ?? 1
    var weights: [Double]?
    if rule.given("weights") != nil {
      let written = findings.array("weights", of: rule, path: path)
      weights = written.compactMap(\.numberValue)
      if weights?.count != written.count {
        findings.leaveOut(DocumentPath.member(path, "weights"), "are not all numbers")
      }
      if weights?.contains(where: { $0 < 0 }) == true {
        findings.leaveOut(DocumentPath.member(path, "weights"), "must not be negative")
      }
    }
    return GrowthBookRanges.ranges(count: count, coverage: coverage, weights: weights).map { range in
      hash.numbers(from: range.start, to: range.end)
    }
  }

  /// The slice of a namespace: `["pricing", 0, 0.5]`, drawn with the first version of the hash.
  mutating func namespace(of rule: JSONValue, _ hash: GrowthBookHash, path: String) -> Formula {
    guard let value = rule["namespace"], !value.isNull else { return .always }
    let path = DocumentPath.member(path, "namespace")
    guard let id = value[0]?.stringValue, let start = value[1]?.numberValue, let end = value[2]?.numberValue,
      let draw = GrowthBookHash(version: 1, default: 1, seed: "__\(id)", attribute: hash.attribute)
    else {
      findings.leaveOut(path, "is not a name and a range of two numbers")
      return .always
    }
    return draw.isWithin(draw.numbers(from: start, to: end))
  }

  /// Further draws that a user must be within, each with several ranges.
  mutating func filters(of rule: JSONValue, path: String) -> Formula {
    let filters = findings.array("filters", of: rule, path: path)
    let path = DocumentPath.member(path, "filters")
    return .all(
      filters.enumerated().map { index, filter in
        self.filter(filter, path: DocumentPath.element(path, index))
      })
  }

  private mutating func filter(_ filter: JSONValue, path: String) -> Formula {
    let name = findings.text("attribute", of: filter, path: path)
    let attribute = self.attribute(name ?? "id", path: DocumentPath.member(path, "attribute"))
    guard let seed = filter["seed"]?.stringValue else {
      findings.leaveOut(DocumentPath.member(path, "seed"), "is not a text")
      return .never
    }
    let version = version(of: filter, path: path)
    guard let hash = GrowthBookHash(version: version, default: 2, seed: seed, attribute: attribute)
    else {
      findings.changed(
        DocumentPath.member(path, "hashVersion"), "is none that GrowthBook knows, so the rule is for nobody, as there")
      return .never
    }
    let rangesPath = DocumentPath.member(path, "ranges")
    let ranges = findings.array("ranges", of: filter, path: path)
    return .any(
      ranges.enumerated().map { index, range in
        let numbers = self.numbers(range, hash, path: DocumentPath.element(rangesPath, index))
        return numbers.map(hash.isWithin) ?? .never
      })
  }

  /// When another feature gives a value that meets a condition, and when it gives one that does not.
  mutating func parentCondition(_ parent: JSONValue, path: String) -> (isMet: Formula, isNotMet: Formula) {
    guard let key = parent["id"]?.stringValue else {
      findings.leaveOut(DocumentPath.member(path, "id"), "is not the key of a feature")
      return (.never, .never)
    }
    guard let outcomes = outcomes[ExactString(key)] else {
      findings.changed(
        path, "there is no feature \(DocumentPath.quoted(key)); its value counts as null, as in GrowthBook")
      let isMet = split([("", .null)], by: parent["condition"] ?? [:], path: path).met.isEmpty == false
      return (Formula(isMet), Formula(!isMet))
    }
    references.append((key, path))
    let (met, notMet) = split(outcomes.all, by: parent["condition"] ?? [:], path: path)
    func serves(_ variations: [String]) -> Formula {
      .any(variations.map { .condition(.flag(key, serves: $0)) })
    }
    return (serves(met), serves(notMet))
  }

  /// The variations whose value meets a condition, and those whose value does not.
  ///
  /// What the other feature gives is the only attribute there, so the condition is decided here, for each of its values.
  private mutating func split(
    _ variations: [(name: String, value: JSONValue)], by condition: JSONValue, path: String
  ) -> (met: [String], notMet: [String]) {
    let path = DocumentPath.member(path, "condition")
    var met: [String] = []
    var notMet: [String] = []
    // The attributes of a parent's condition are not the app's.
    var reader = self
    reader.userAttribute = nil
    let isTrue = reader.condition(condition, true, path: path)
    let isFalse = reader.condition(condition, false, path: path)
    for finding in reader.findings.findings.dropFirst(findings.findings.count) where finding.effect == .flagLeftOut {
      findings.leaveOut(finding.path, finding.message)
    }
    for (name, value) in variations {
      var attributes: JSONObject = [:]
      attributes.insertPaths(of: value, under: "value")
      switch (StaticTruth.holds(isTrue, of: attributes), StaticTruth.holds(isFalse, of: attributes)) {
      case (true, _): met.append(name)
      case (_, true): notMet.append(name)
      default: findings.leaveOut(path, "cannot be decided for the value \(value.text())")
      }
    }
    return (met, notMet)
  }
}
