import SerinFlags

// The operators that look at the form of an attribute's value.
extension GrowthBookReader {
  /// A regular expression, which JavaScript runs over the text `null` when the attribute is absent.
  mutating func pattern(
    of attribute: String, _ operand: JSONValue, _ wanted: Bool, ignoringCase: Bool = false, path: String
  ) -> Formula {
    guard operand.stringValue != nil else { return refuse(path, "is not a text") }
    let formula = Formula.attribute(attribute, .matches, [operand], ignoringCase: ignoringCase)
    if let problem = formula.when.flatMap(FindingList.problem) {
      return refuse(path, "\(problem); JavaScript may read it otherwise")
    }
    let sample = Formula.attribute("text", .matches, [operand], ignoringCase: ignoringCase)
    let matchesNull = StaticTruth.holds(sample, of: ["text": "null"])
    return completed(formula, of: attribute, absent: matchesNull, wanted)
  }

  /// Whether the attribute has a type; said by a comparison that is decided only for values of that type.
  mutating func type(of attribute: String, _ operand: JSONValue, _ wanted: Bool, path: String) -> Formula {
    if operand == "null" { return .attribute(attribute, wanted ? .absent : .exists) }
    guard wanted else { return refuse(path, "the opposite of a type cannot be said in Serin") }
    let decided: Formula
    switch operand {
    case "string": decided = .attribute(attribute, .startsWith, ["a"])
    case "number": decided = .attribute(attribute, .less, [0])
    case "boolean": decided = .attribute(attribute, .equals, [true])
    case "array": decided = .attribute(attribute, .containsAny, [""])
    default: return refuse(path, "the type \(operand.text()) cannot be told in Serin")
    }
    return .any([decided, decided.negated])
  }

  /// A comparison of versions.
  ///
  /// GrowthBook compares texts with their numbers padded to five places, which is the order of Semantic Versioning for
  /// versions of three numbers. An absent attribute counts as the version `0`, which is before all of those.
  mutating func version(
    _ comparison: ConditionOperator, of attribute: String, _ operand: JSONValue, _ wanted: Bool, path: String
  ) -> Formula {
    guard let text = operand.stringValue, SemanticVersion(parsing: text) != nil, Self.hasThreeNumbers(text) else {
      return refuse(path, "is not a semantic version of three numbers, such as 1.2.3")
    }
    findings.changed(
      path, "GrowthBook orders any text; here \(DocumentPath.quoted(attribute)) must be a semantic version")
    let absent = comparison == .semverLess || comparison == .semverLessOrEqual
    if absent {
      findings.note(
        path, "GrowthBook's SDKs do not agree on an absent version; as in JavaScript, it is before every other")
    }
    let formula = Formula.attribute(attribute, comparison, [operand])
    return completed(formula, of: attribute, absent: absent, wanted)
  }

  private static func hasThreeNumbers(_ text: String) -> Bool {
    let numbers = text.utf8.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "+") }
    return numbers.count(where: { $0 == UInt8(ascii: ".") }) == 2
  }
}
