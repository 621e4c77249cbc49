import SerinFlags

/// Reads one document of GrowthBook.
struct GrowthBookReader {
  let features: JSONObject
  let groups: JSONObject
  let owner: String
  var userAttribute: String?
  var findings = FindingList()
  /// What each feature can give.
  private(set) var outcomes: [ExactString: GrowthBookOutcomes] = [:]
  /// The features that the current one looks at, with the place of each.
  var references: [(key: String, path: String)] = []
  /// The attributes that were mentioned already.
  var mentioned: Set<ExactString> = []

  init(features: JSONObject, groups: JSONObject, owner: String, userAttribute: String?) {
    self.features = features
    self.groups = groups
    self.owner = owner
    self.userAttribute = userAttribute
    for (key, feature) in features { outcomes[ExactString(key)] = GrowthBookOutcomes(of: feature) }
  }

  mutating func read() -> Import {
    if !features.isEmpty {
      findings.changed(
        "features",
        "JavaScript's conversions are not imitated: an attribute must have the type that it is compared with, and "
          + "regular expressions are those of RE2")
    }
    var flags: [ExactString: FlagEntry] = [:]
    var links: [ExactString: [(key: String, path: String)]] = [:]
    for (key, feature) in features {
      findings.begin()
      references = []
      if let entry = flag(feature, key: key) {
        flags[ExactString(key)] = entry
        links[ExactString(key)] = references
      }
    }
    leaveOutDependants(&flags, links)
    let entries = flags.values.sorted { $0.key.precedesInBytes($1.key) }
    return Import(document: RulesetDocument(flags: entries), findings: findings.findings)
  }

  private mutating func flag(_ feature: JSONValue, key: String) -> FlagEntry? {
    let path = DocumentPath.member("features", key)
    guard KeyGrammar.isValidImportedKey(key) else {
      findings.leaveOut(path, KeyGrammar.importedRule)
      return nil
    }
    guard feature.objectValue != nil, let outcomes = outcomes[ExactString(key)] else {
      findings.leaveOut(path, "is not an object")
      return nil
    }
    var flag = FlagDefinition(key: key, kind: .release, owner: owner, off: outcomes.off)
    flag.properties = outcomes.definition.properties
    flag.variations = outcomes.definition.variations
    flag.value = ImportedOutcomes.property
    outcomes.report(path: path, findings: &findings)
    flag.default = outcomes.variation(of: feature["defaultValue"] ?? .null)
    let rulesPath = DocumentPath.member(path, "rules")
    for (index, rule) in findings.array("rules", of: feature, path: path).enumerated() {
      let rulePath = DocumentPath.element(rulesPath, index)
      for (part, var definition) in rules(for: rule, feature: key, outcomes: outcomes, path: rulePath) {
        definition.id = ImportedRuleID.make(system: "growthbook", flag: key, path: "rules[\(index)]\(part)")
        flag.rules.append(definition)
      }
    }
    return findings.finish(flag, path: path)
  }

  /// Leaves out the flags that look at one that is left out, and those that look at themselves.
  private mutating func leaveOutDependants(
    _ flags: inout [ExactString: FlagEntry], _ links: [ExactString: [(key: String, path: String)]]
  ) {
    func reaches(_ start: ExactString) -> Bool {
      var seen: Set<ExactString> = []
      var open = (links[start] ?? []).map { ExactString($0.key) }
      while let next = open.popLast() {
        if next == start { return true }
        if seen.insert(next).inserted { open += (links[next] ?? []).map { ExactString($0.key) } }
      }
      return false
    }
    for name in features.names.map(ExactString.init) where flags[name] != nil && reaches(name) {
      findings.begin()
      let path = links[name]?.first?.path ?? ""
      findings.leaveOut(path, "the flag depends on itself, which GrowthBook answers with null")
      flags[name] = nil
    }
    var isDone = false
    while !isDone {
      isDone = true
      for name in features.names.map(ExactString.init) where flags[name] != nil {
        guard let link = links[name]?.first(where: { flags[ExactString($0.key)] == nil }) else { continue }
        findings.begin()
        findings.leaveOut(link.path, "the feature \(DocumentPath.quoted(link.key)) cannot be imported")
        flags[name] = nil
        isDone = false
      }
    }
  }
}
