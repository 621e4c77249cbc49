import SerinFlags

/// A segment of Unleash: its constraints must all hold.
struct UnleashSegment {
  /// What a strategy that uses it asks for.
  var formula: Formula
  /// The segment of the new document; nil when it is a constant or cannot be written.
  var entry: SegmentEntry?
  /// Why it cannot be written; nil when it can.
  var problem: String?
}

extension UnleashReader {
  mutating func readSegments(_ values: [JSONValue]) {
    for (index, value) in values.enumerated() {
      let path = DocumentPath.element("segments", index)
      guard let id = value["id"], segments[id] == nil else {
        findings.note(path, "has no id of its own, so no strategy can mean it")
        continue
      }
      segments[id] = segment(value, id: id, path: path)
    }
  }

  private mutating func segment(_ value: JSONValue, id: JSONValue, path: String) -> UnleashSegment {
    // The findings of a segment are those of the flags that use it, so they are collected apart.
    var inner = self
    inner.findings = FindingList()
    let formula = inner.constraints(of: value, path: path)
    var problem = inner.findings.findings.first { $0.effect == .flagLeftOut }
    let key = "segment-\(id.stringValue ?? id.text())"
    if problem == nil, let message = formula.when.flatMap(FindingList.problem) {
      problem = ImportFinding(path: path, message: message, effect: .flagLeftOut)
    }
    if problem == nil, !KeyGrammar.isValidImportedKey(key) {
      problem = ImportFinding(path: path, message: KeyGrammar.importedRule, effect: .flagLeftOut)
    }
    if let problem {
      findings.note(problem.path, "\(problem.message); the segment and every flag that uses it are left out")
      return UnleashSegment(formula: .never, problem: "\(problem.path): \(problem.message)")
    }
    for finding in inner.findings.findings {
      if finding.effect == .changed { findings.changed(finding.path, finding.message) }
      if finding.effect == .note { findings.note(finding.path, finding.message) }
    }
    // Everybody and nobody cannot be written as segments; the strategies that use such a one say it themselves.
    guard let condition = formula.when else { return UnleashSegment(formula: formula) }
    let definition = SegmentDefinition(key: key, condition: condition)
    return UnleashSegment(formula: .condition(.segment(key)), entry: SegmentEntry(definition))
  }

  /// What the segments of a strategy ask for.
  mutating func segments(of strategy: JSONValue, path: String) -> Formula {
    let ids = findings.array("segments", of: strategy, path: path)
    let path = DocumentPath.member(path, "segments")
    return .all(
      ids.enumerated().map { index, id in
        let path = DocumentPath.element(path, index)
        guard let segment = segments[id] else {
          return nobody(path, "no segment has the id \(id.text())")
        }
        if let problem = segment.problem { findings.leaveOut(path, "the segment cannot be imported: \(problem)") }
        return segment.formula
      })
  }
}
