import SerinFlags

// The operators whose operand has a form of its own.
extension UnleashReader {
  /// What Unleash's SDKs take for a version: three numbers, no leading `v`.
  private static let strictVersion =
    #"^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$"#

  mutating func version(
    _ constraint: UnleashConstraint, _ attribute: String, _ comparison: ConditionOperator
  ) -> Formula {
    let text = constraint.value?.stringValue ?? ""
    guard SemanticVersion(parsing: text) != nil, text.utf8.first != UInt8(ascii: "v"),
      text.prefix(while: { $0 != "-" && $0 != "+" }).count(where: { $0 == "." }) == 2
    else {
      return nobody(constraint, "value", "\(DocumentPath.quoted(text)) is not a semantic version")
    }
    // Serin also reads `v1.2` and takes missing numbers for 0; to Unleash such a text is no version.
    let isVersion = Formula.attribute(attribute, .matches, [.string(Self.strictVersion)])
    let formula = Formula.attribute(attribute, comparison, [.string(text)])
    guard constraint.isInverted else { return .all([isVersion, formula]) }
    return .any([.attribute(attribute, .absent), isVersion.negated, formula.negated])
  }

  mutating func pattern(_ constraint: UnleashConstraint, _ attribute: String) -> Formula {
    let text = constraint.value?.stringValue ?? constraint.values.first ?? ""
    let condition = AttributeCondition(
      attribute, .matches, [.string(text)], ignoringCase: constraint.ignoresCase)
    if let problem = FindingList.problem(of: .attribute(condition)) {
      return nobody(constraint, "value", problem)
    }
    return oriented(constraint, attribute, .condition(.attribute(condition)))
  }

  mutating func ranges(_ constraint: UnleashConstraint, _ attribute: String) -> Formula {
    let path = DocumentPath.member(constraint.path, "values")
    warnOfForms(constraint, "address")
    return oriented(constraint, attribute, addresses(constraint.values, of: attribute, path: path))
  }
}

/// One constraint, taken apart.
struct UnleashConstraint {
  let field: String
  let path: String
  /// The operator.
  let name: String
  let values: [String]
  let value: JSONValue?
  let isInverted: Bool
  let ignoresCase: Bool

  init(_ json: JSONValue, field: String, path: String, findings: inout FindingList) {
    self.field = field
    self.path = path
    name = json["operator"]?.stringValue ?? ""
    values = findings.array("values", of: json, path: path).map { $0.stringValue ?? $0.text() }
    value = json["value"]
    isInverted = findings.bool("inverted", of: json, path: path)
    ignoresCase = findings.bool("caseInsensitive", of: json, path: path)
  }
}
