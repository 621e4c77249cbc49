import SerinFlags

extension UnleashReader {
  /// Reads one feature; nil when it is left out.
  mutating func readFeature(at position: Int) -> FlagEntry? {
    let feature = features[position]
    let path = DocumentPath.element("features", position)
    guard let name = feature["name"]?.stringValue else {
      findings.leaveOut(path, "has no name")
      return nil
    }
    guard KeyGrammar.isValidImportedKey(name) else {
      findings.leaveOut(DocumentPath.member(path, "name"), KeyGrammar.importedRule)
      return nil
    }
    guard parents[ExactString(name)] == nil else {
      findings.leaveOut(DocumentPath.member(path, "name"), "another feature has this name")
      return nil
    }
    let hasParents = feature["dependencies"]?.arrayValue?.isEmpty == false
    parents[ExactString(name)] = UnleashParent(isImported: false, hasParents: hasParents)
    guard let isEnabled = feature["enabled"]?.boolValue else {
      findings.leaveOut(DocumentPath.member(path, "enabled"), "is not a boolean")
      return nil
    }
    var outcomes = UnleashOutcomes(of: feature)
    var flag = FlagDefinition(key: name, kind: kind(of: feature, path: path), owner: owner, off: outcomes.off)
    flag.description = findings.description("description", of: feature, path: path, maximumBytes: 4096) ?? ""
    flag.isKilled = !isEnabled
    let dependencies = self.dependencies(of: feature, path: path)
    flag.prerequisites = dependencies.prerequisites
    flag.rules = rules(of: feature, name: name, path: path, after: dependencies.formula, outcomes: &outcomes)
    outcomes.finish(&flag, findings: &findings)
    guard let entry = findings.finish(flag, path: path) else { return nil }
    parents[ExactString(name)] = UnleashParent(
      isImported: true, hasParents: hasParents, variations: outcomes.variationsByVariant)
    return entry
  }

  private mutating func kind(of feature: JSONValue, path: String) -> FlagKind {
    switch feature["type"]?.stringValue {
    case "release", nil: return .release
    case "experiment": return .experiment
    case "kill-switch": return .killSwitch
    case "operational": return .ops
    case "permission": return .permission
    case let type?:
      findings.note(DocumentPath.member(path, "type"), "\(DocumentPath.quoted(type)) becomes the kind release")
      return .release
    }
  }

  /// What must hold before any strategy counts.
  private mutating func dependencies(
    of feature: JSONValue, path: String
  ) -> (prerequisites: [Prerequisite], formula: Formula) {
    var prerequisites: [Prerequisite] = []
    var formulas: [Formula] = []
    let dependencies = findings.array("dependencies", of: feature, path: path)
    let path = DocumentPath.member(path, "dependencies")
    for (index, dependency) in dependencies.enumerated() {
      switch requirement(of: dependency, path: DocumentPath.element(path, index)) {
      case .prerequisite(let prerequisite): prerequisites.append(prerequisite)
      case .formula(let formula): formulas.append(formula)
      }
    }
    return (prerequisites, .all(formulas))
  }

  private enum Requirement {
    case prerequisite(Prerequisite)
    case formula(Formula)
  }

  private mutating func requirement(of dependency: JSONValue, path: String) -> Requirement {
    guard let name = dependency["feature"]?.stringValue else {
      findings.leaveOut(DocumentPath.member(path, "feature"), "is not a name")
      return .formula(.never)
    }
    guard let parent = parents[ExactString(name)] else {
      findings.changed(
        path, "there is no feature \(DocumentPath.quoted(name)), so the flag is for nobody, as in Unleash")
      return .formula(.never)
    }
    if parent.hasParents {
      findings.changed(
        path, "\(DocumentPath.quoted(name)) has dependencies itself, so the flag is for nobody, as in Unleash")
      return .formula(.never)
    }
    guard parent.isImported else {
      findings.leaveOut(path, "the feature \(DocumentPath.quoted(name)) cannot be imported")
      return .formula(.never)
    }
    if !findings.bool("enabled", of: dependency, path: path, default: true) {
      return .prerequisite(Prerequisite(flag: name, .enabled(false)))
    }
    let wanted = findings.array("variants", of: dependency, path: path)
    guard !wanted.isEmpty else { return .prerequisite(Prerequisite(flag: name)) }
    let variations = wanted.flatMap { variant in
      variant.stringValue.flatMap { parent.variations[ExactString($0)] } ?? []
    }
    if variations.count == 1, let variation = variations.first {
      return .prerequisite(Prerequisite(flag: name, .serves(variation)))
    }
    if variations.isEmpty {
      findings.changed(path, "\(DocumentPath.quoted(name)) has none of these variants, so the flag is for nobody")
    }
    return .formula(.any(variations.map { .condition(.flag(name, serves: $0)) }))
  }
}
