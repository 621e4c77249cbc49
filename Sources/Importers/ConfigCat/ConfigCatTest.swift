import SerinFlags

/// A user condition of ConfigCat.
///
/// It passes, does not pass, or cannot be evaluated: when the attribute is missing, is an empty text, or cannot be
/// turned into what the comparator needs. ConfigCat skips a rule with a condition that cannot be evaluated, so neither
/// side is true then.
struct ConfigCatTest {
  let passes: Formula
  let fails: Formula
  /// Whether the condition is one that cannot be imported; the finding is there already.
  let isUnreadable: Bool

  static let unreadable = ConfigCatTest(passes: .never, fails: .never, isUnreadable: true)

  private init(passes: Formula, fails: Formula, isUnreadable: Bool = false) {
    self.passes = passes
    self.fails = fails
    self.isUnreadable = isUnreadable
  }

  /// Reads a condition; nil when the draft says why not.
  init?(_ node: SourceNode, _ draft: inout ImportDraft) {
    guard let name = Self.attribute(node["a"], &draft) else { return nil }
    guard let comparator = node["c"].integer else {
      draft.unknown(node["c"], "comparator")
      return nil
    }
    guard let test = ConfigCatComparison(name: name, node: node).test(comparator, &draft) else { return nil }
    self = test
  }

  /// The attribute of Serin for one of ConfigCat.
  static func attribute(_ node: SourceNode, _ draft: inout ImportDraft) -> String? {
    guard let name = draft.attribute(node) else { return nil }
    return name == "Identifier" ? "userID" : name
  }

  init(_ passes: Formula, _ fails: Formula, isNegated: Bool) {
    self.init(passes: isNegated ? fails : passes, fails: isNegated ? passes : fails)
  }
}

/// The comparison of a user condition by its comparator's number.
struct ConfigCatComparison {
  let name: String
  let node: SourceNode

  func test(_ comparator: Int, _ draft: inout ImportDraft) -> ConfigCatTest? {
    switch comparator {
    case 0, 1: list(&draft).map { text(.oneOf(name, texts: $0.filter(hasBytes), hasBooleans: true), comparator == 1) }
    case 28, 29:
      value(&draft).map { text(.oneOf(name, texts: [$0].filter(hasBytes), hasBooleans: true), comparator == 29) }
    case 2, 3: search(.contains, isNegated: comparator == 3, &draft)
    case 30, 31: search(.startsWith, isNegated: comparator == 31, &draft)
    case 32, 33: search(.endsWith, isNegated: comparator == 33, &draft)
    case 4, 5: list(&draft).map { version(.semverEquals, $0.filter(hasBytes), isNegated: comparator == 5, &draft) }
    case 6: value(&draft).map { version(.semverLess, [$0], isNegated: false, &draft) }
    case 7: value(&draft).map { version(.semverLessOrEqual, [$0], isNegated: false, &draft) }
    case 8: value(&draft).map { version(.semverGreater, [$0], isNegated: false, &draft) }
    case 9: value(&draft).map { version(.semverGreaterOrEqual, [$0], isNegated: false, &draft) }
    case 10: number(.numberEquals, &draft)
    case 11: number(.numberNotEquals, &draft)
    case 12: number(.less, &draft)
    case 13: number(.lessOrEqual, &draft)
    case 14: number(.greater, &draft)
    case 15: number(.greaterOrEqual, &draft)
    case 18: number(.before, &draft)
    case 19: number(.after, &draft)
    case 34, 35: array(isNegated: comparator == 35, &draft)
    case 16, 17, 20...27:
      refuse(&draft, "compares a salted SHA-256 of the attribute, for which Serin has no operator")
    default: refuse(&draft, "\(comparator) is no comparator that is known here")
    }
  }

  private func refuse(_ draft: inout ImportDraft, _ message: String) -> ConfigCatTest? {
    draft.leaveOut(node["c"].path, message)
    return nil
  }

  private func list(_ draft: inout ImportDraft) -> [String]? {
    if node["l"].strings == nil { draft.unknown(node["l"], "list of texts") }
    return node["l"].strings
  }

  private func value(_ draft: inout ImportDraft) -> String? {
    if node["s"].string == nil { draft.unknown(node["s"], "text") }
    return node["s"].string
  }

  /// An empty text counts as a missing attribute, so nothing is ever compared with one.
  private func hasBytes(_ text: String) -> Bool { !text.utf8.isEmpty }

  /// A comparison of text; attributes of other types are converted to text first.
  private func text(_ test: AttributeTest, _ isNegated: Bool) -> ConfigCatTest {
    let isNotEmpty = Formula.any(
      [.not(.attribute(AttributeCondition(name, .equals, [""])))]
        + [AttributeTest.ValueType.number, .boolean, .array].map { Formula.has(name, $0) })
    return ConfigCatTest(test.passes, .all([test.fails, isNotEmpty]), isNegated: isNegated)
  }

  private func search(
    _ operator: ConditionOperator, isNegated: Bool, _ draft: inout ImportDraft
  ) -> ConfigCatTest? {
    guard let values = list(&draft) else { return nil }
    draft.change(node.path, "a number or a list is searched as text in ConfigCat; give it as text to Serin")
    let isEmptyWanted = !values.allSatisfy(hasBytes)
    // Every text that is not empty holds the empty text.
    let comparisons =
      isEmptyWanted
      ? [Condition.not(.attribute(AttributeCondition(name, .equals, [""])))]
      : values.map { .attribute(AttributeCondition(name, `operator`, [.string($0)])) }
    return text(AttributeTest(name, types: [.string], anyOf: comparisons), isNegated)
  }

  private func version(
    _ operator: ConditionOperator, _ values: [String], isNegated: Bool, _ draft: inout ImportDraft
  ) -> ConfigCatTest {
    let versions = values.map(Self.trimmed)
    guard versions.allSatisfy(Self.isVersion) else {
      draft.note(node.path, "is compared with what is no version: ConfigCat skips the rule, and so does Serin")
      return ConfigCatTest(.never, .never, isNegated: false)
    }
    draft.change(node.path, "white space around a version is removed in ConfigCat, but not in Serin")
    let isVersion = Formula.attribute(name, .matches, [.string(VersionPattern.strict)])
    let comparisons = versions.map { Condition.attribute(AttributeCondition(name, `operator`, [.string($0)])) }
    let any = Formula.any(comparisons.map(Formula.condition))
    let none = Formula.all(comparisons.map(Formula.not))
    return ConfigCatTest(.all([isVersion, any]), .all([isVersion, none]), isNegated: isNegated)
  }

  private static func trimmed(_ text: String) -> String {
    let isSpace: (Unicode.Scalar) -> Bool = { $0.properties.isWhitespace }
    let start = text.unicodeScalars.drop(while: isSpace)
    return String(String.UnicodeScalarView(start.reversed().drop(while: isSpace).reversed()))
  }

  /// Whether a text is a version with three numbers; ConfigCat takes no others.
  private static func isVersion(_ text: String) -> Bool {
    let numbers = text.utf8.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "+") }
    return numbers.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).count == 3
      && text.utf8.first != UInt8(ascii: "v") && SemanticVersion(parsing: text) != nil
  }

  private func number(_ operator: ConditionOperator, _ draft: inout ImportDraft) -> ConfigCatTest? {
    guard let number = node["d"].number else {
      draft.unknown(node["d"], "number")
      return nil
    }
    let isTime = `operator` == .before || `operator` == .after
    guard !isTime || Timestamp(secondsSince1970: number) != nil else {
      draft.unknown(node["d"], "number of seconds since 1970")
      return nil
    }
    draft.change(
      node.path,
      isTime
        ? "seconds that are given as text are compared in ConfigCat; give them as a number to Serin"
        : "a number that is given as text is compared in ConfigCat; give it as a number to Serin")
    let condition = Condition.attribute(AttributeCondition(name, `operator`, [.number(number)]))
    return ConfigCatTest(.condition(condition), .not(condition), isNegated: false)
  }

  private func array(isNegated: Bool, _ draft: inout ImportDraft) -> ConfigCatTest? {
    guard let values = list(&draft) else { return nil }
    draft.change(node.path, "a list that is given as JSON text is read in ConfigCat; give it as an array to Serin")
    guard !values.isEmpty else {
      return ConfigCatTest(.never, Formula.has(name, .array), isNegated: isNegated)
    }
    let condition = Condition.attribute(AttributeCondition(name, .containsAny, values.map(JSONValue.string)))
    return ConfigCatTest(.condition(condition), .not(condition), isNegated: isNegated)
  }
}
