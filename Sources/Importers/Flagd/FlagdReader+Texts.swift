import SerinFlags

// The operators that look into texts and lists.
extension FlagdReader {
  /// `in`: a text within a text, or a value within a list.
  mutating func membership(_ arguments: [JSONValue], _ wanted: Bool, at place: Place) -> Formula {
    guard let operands = operands(arguments, 2, at: place) else { return .never }
    switch (operands[0], operands[1]) {
    case (.constant(let value), .attribute(let name, default: .null)):
      guard value.stringValue != nil || value.numberValue != nil || value.boolValue != nil else {
        return refuse(place.element(0), "looks for \(value.typeDescription), which Serin cannot")
      }
      // The empty text is in every text.
      if value == "" { return refuse(place.element(0), "looks for the empty text") }
      let parts = Self.holds(value, in: name)
      // Of the two only one is decided: by whether the variable is a text or a list.
      return wanted ? .any(parts) : .any([.attribute(name, .absent)] + parts.map(\.negated))
    case (.attribute(let name, let fallback), .constant(.array(let list))):
      guard list.allSatisfy({ $0.arrayValue == nil && $0.objectValue == nil }) else {
        return refuse(place.element(1), "holds lists or objects, which Serin cannot compare")
      }
      let isIn = Formula.anyValue(of: name, .in, list.filter { !$0.isNull })
      if isIn == .never, !list.contains(fallback) { return Formula(!wanted) }
      return completed(isIn, of: name, absent: list.contains(fallback), wanted)
    case (.constant(let value), .constant(.array(let list))):
      return Formula(list.contains(value) == wanted)
    default:
      return refuse(place, "looks for a variable in a text, or in another variable, which Serin cannot")
    }
  }

  /// That an attribute holds a value: as a text its letters, as a list the element.
  private static func holds(_ value: JSONValue, in attribute: String) -> [Formula] {
    let isElement = Formula.attribute(attribute, .containsAny, [value])
    guard value.stringValue != nil else { return [isElement] }
    return [.attribute(attribute, .contains, [value]), isElement]
  }

  /// `starts_with` and `ends_with`; what is no text gives null, which is false.
  mutating func text(
    _ comparison: ConditionOperator, _ arguments: [JSONValue], _ wanted: Bool, at place: Place
  ) -> Formula {
    guard let operands = operands(arguments, 2, at: place) else { return .never }
    guard case (.attribute(let name, default: .null), .constant(let text)) = (operands[0], operands[1]),
      text.stringValue?.isEmpty == false
    else {
      return refuse(place, "does not compare a variable with a text")
    }
    return completed(.attribute(name, comparison, [text]), of: name, absent: false, wanted)
  }

  /// `sem_ver`: a variable, an operator and a version; what is no version gives null, which is false.
  mutating func version(_ arguments: [JSONValue], _ wanted: Bool, at place: Place) -> Formula {
    guard let operands = operands(arguments, 3, at: place) else { return .never }
    guard case (.attribute(let name, default: .null), .constant(let wantedVersion)) = (operands[0], operands[2]),
      let text = wantedVersion.stringValue, let version = SemanticVersion(parsing: text)
    else {
      return refuse(place, "does not compare a variable with a semantic version")
    }
    if !wanted {
      findings.changed(
        place.path, "the opposite is true in flagd for a text that is no version; here it does not match")
    }
    func compare(_ comparison: ConditionOperator, _ text: String) -> Formula {
      .attribute(name, comparison, [.string(text)])
    }
    let formula: Formula
    switch arguments[1] {
    case "=": formula = compare(.semverEquals, text)
    case "!=": formula = compare(.semverNotEquals, text)
    case "<": formula = compare(.semverLess, text)
    case "<=": formula = compare(.semverLessOrEqual, text)
    case ">": formula = compare(.semverGreater, text)
    case ">=": formula = compare(.semverGreaterOrEqual, text)
    case "^", "~":
      // Not npm's ranges: the same major number, or the same major and minor number, whatever is behind.
      let isMajor = arguments[1] == "^"
      let (next, overflows) = (isMajor ? version.major : version.minor).addingReportingOverflow(1)
      if overflows { return refuse(place.element(2), "has a number that is too large") }
      let first = isMajor ? "\(version.major).0.0-0" : "\(version.major).\(version.minor).0-0"
      let end = isMajor ? "\(next).0.0-0" : "\(version.major).\(next).0-0"
      formula = .all([compare(.semverGreaterOrEqual, first), compare(.semverLess, end)])
    default:
      return refuse(place.element(1), "is not an operator for versions")
    }
    return completed(formula, of: name, absent: false, wanted)
  }
}
