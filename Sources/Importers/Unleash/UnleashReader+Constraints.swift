import SerinFlags

// A constraint is true or false in Unleash. Without its field it is false, and true when it is inverted, so wherever
// Serin's comparison would be unknown the translation says what holds without the attribute.
extension UnleashReader {
  /// What the constraints of a strategy or a segment ask for: all of them.
  mutating func constraints(of holder: JSONValue, path: String) -> Formula {
    let constraints = findings.array("constraints", of: holder, path: path)
    let path = DocumentPath.member(path, "constraints")
    return .all(
      constraints.enumerated().map { index, constraint in
        self.constraint(constraint, path: DocumentPath.element(path, index))
      })
  }

  /// What one constraint asks for.
  mutating func constraint(_ json: JSONValue, path: String) -> Formula {
    guard let field = json["contextName"]?.stringValue, !field.isEmpty else {
      findings.leaveOut(DocumentPath.member(path, "contextName"), "is not the name of a field")
      return .never
    }
    let constraint = UnleashConstraint(json, field: field, path: path, findings: &findings)
    if constraint.ignoresCase, !constraint.name.hasPrefix("STR_"), constraint.name != "REGEX" {
      findings.note(DocumentPath.member(path, "caseInsensitive"), "counts for STR_… and REGEX only, as in Unleash")
    }
    if field.hasSameBytes(as: UnleashContext.currentTime) { return time(constraint) }
    guard let attribute = UnleashContext.attribute(ofField: field) else {
      findings.leaveOut(
        DocumentPath.member(path, "contextName"),
        "\(DocumentPath.quoted(field)) is one of Serin's ids, never an attribute")
      return .never
    }
    switch constraint.name {
    case "IN", "NOT_IN":
      warnOfNumbers(constraint)
      let values = constraint.values.map { JSONValue.string($0) }
      let formula = Formula.anyValue(of: attribute, .in, values)
      return constraint.isInverted == (constraint.name == "IN") ? opposite(of: formula, attribute) : formula
    case "STR_STARTS_WITH": return texts(constraint, attribute, .startsWith)
    case "STR_ENDS_WITH": return texts(constraint, attribute, .endsWith)
    case "STR_CONTAINS": return texts(constraint, attribute, .contains)
    case "NUM_EQ": return number(constraint, attribute, .numberEquals)
    case "NUM_GT": return number(constraint, attribute, .greater)
    case "NUM_GTE": return number(constraint, attribute, .greaterOrEqual)
    case "NUM_LT": return number(constraint, attribute, .less)
    case "NUM_LTE": return number(constraint, attribute, .lessOrEqual)
    case "DATE_AFTER": return date(constraint, attribute, .after)
    case "DATE_BEFORE": return date(constraint, attribute, .before)
    case "SEMVER_EQ": return version(constraint, attribute, .semverEquals)
    case "SEMVER_GT": return version(constraint, attribute, .semverGreater)
    case "SEMVER_GTE": return version(constraint, attribute, .semverGreaterOrEqual)
    case "SEMVER_LT": return version(constraint, attribute, .semverLess)
    case "SEMVER_LTE": return version(constraint, attribute, .semverLessOrEqual)
    case "REGEX": return pattern(constraint, attribute)
    case "IN_CIDR": return ranges(constraint, attribute)
    default:
      return nobody(constraint, "operator", "\(DocumentPath.quoted(constraint.name)) is not a known operator")
    }
  }

  /// The formula, or its opposite when the constraint is inverted; without the attribute that one is true.
  func oriented(_ constraint: UnleashConstraint, _ attribute: String, _ formula: Formula) -> Formula {
    constraint.isInverted ? opposite(of: formula, attribute) : formula
  }

  private func opposite(of formula: Formula, _ attribute: String) -> Formula {
    .any([.attribute(attribute, .absent), formula.negated])
  }

  /// A constraint that Unleash's SDKs cannot understand is false; inverted they do not agree.
  mutating func nobody(_ constraint: UnleashConstraint, _ member: String, _ problem: String) -> Formula {
    let path = DocumentPath.member(constraint.path, member)
    if constraint.isInverted {
      findings.leaveOut(path, "\(problem), and Unleash's SDKs do not agree what that means inverted")
      return .never
    }
    return nobody(path, problem)
  }

  /// What no SDK understands is for nobody.
  mutating func nobody(_ path: String, _ problem: String) -> Formula {
    if isOnlyStrategy {
      findings.changed(path, "\(problem), so the flag is for nobody, as in Unleash")
    } else {
      findings.leaveOut(path, "\(problem); some of Unleash's SDKs then close the strategy, others the whole feature")
    }
    return .never
  }

  /// Texts of an attribute that must be a number elsewhere match nothing here.
  private mutating func warnOfNumbers(_ constraint: UnleashConstraint) {
    guard let other = numbers[ExactString(constraint.field)] else { return }
    findings.changed(
      constraint.path, "compares a text, but \(other) needs \(DocumentPath.quoted(constraint.field)) as a number")
  }

  /// What has not the form that is compared makes an inverted constraint true in Unleash.
  mutating func warnOfForms(_ constraint: UnleashConstraint, _ form: String) {
    guard constraint.isInverted else { return }
    findings.changed(
      constraint.path, "a text that is no \(form) makes the inverted constraint true in Unleash; here it does not match"
    )
  }

  private mutating func texts(
    _ constraint: UnleashConstraint, _ attribute: String, _ comparison: ConditionOperator
  ) -> Formula {
    warnOfNumbers(constraint)
    let formulas = constraint.values.map { value -> Formula in
      if value.isEmpty { return .attribute(attribute, .exists) }
      return .attribute(attribute, comparison, [.string(value)], ignoringCase: constraint.ignoresCase)
    }
    return oriented(constraint, attribute, .any(formulas))
  }

  private mutating func number(
    _ constraint: UnleashConstraint, _ attribute: String, _ comparison: ConditionOperator
  ) -> Formula {
    guard let number = Self.number(constraint.value) else {
      findings.leaveOut(DocumentPath.member(constraint.path, "value"), "is not a number")
      return .never
    }
    findings.changed(
      constraint.path,
      "Unleash reads a number out of text; here \(DocumentPath.quoted(constraint.field)) must be a number")
    return oriented(constraint, attribute, .attribute(attribute, comparison, [.number(number)]))
  }

  private mutating func instant(_ constraint: UnleashConstraint) -> Timestamp? {
    if let instant = constraint.value?.stringValue.flatMap({ Timestamp(parsing: $0) }) { return instant }
    findings.leaveOut(
      DocumentPath.member(constraint.path, "value"), "is not an instant of RFC 3339 with an offset")
    return nil
  }

  private mutating func date(
    _ constraint: UnleashConstraint, _ attribute: String, _ comparison: ConditionOperator
  ) -> Formula {
    guard let instant = self.instant(constraint) else { return .never }
    warnOfForms(constraint, "instant")
    return oriented(constraint, attribute, .attribute(attribute, comparison, [.string("\(instant)")]))
  }

  /// A comparison of the time of the evaluation, which is always there.
  private mutating func time(_ constraint: UnleashConstraint) -> Formula {
    guard constraint.name == "DATE_AFTER" || constraint.name == "DATE_BEFORE" else {
      findings.leaveOut(
        DocumentPath.member(constraint.path, "operator"), "the time can only be compared by DATE_AFTER and DATE_BEFORE")
      return .never
    }
    guard let instant = self.instant(constraint) else { return .never }
    // Unleash's two leave the instant itself out; Serin's `after` has it in, and times are whole microseconds.
    let isAfter = constraint.name == "DATE_AFTER"
    let first =
      isAfter ? Timestamp(microseconds: min(instant.microseconds + 1, Timestamp.latest.microseconds)) : instant
    return .condition(.now(isAfter == constraint.isInverted ? .before : .after, first))
  }
}
