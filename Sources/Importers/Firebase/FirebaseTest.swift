import SerinFlags

/// Tests of one of Firebase's signals, which is an attribute here.
///
/// A signal that is absent passes no test, negated ones included.
struct FirebaseTest {
  let attribute: String
  /// Where the test stands in the template.
  let path: String

  /// Comparisons of texts, with their names in server templates.
  enum Function: String {
    case contains = "STRING_CONTAINS"
    case notContains = "STRING_DOES_NOT_CONTAIN"
    case exactlyMatches = "STRING_EXACTLY_MATCHES"
    case matches = "STRING_CONTAINS_REGEX"

    /// A comparison by its name in expressions.
    init?(name: String) {
      switch name {
      case "contains": self = .contains
      case "notContains": self = .notContains
      case "exactlyMatches": self = .exactlyMatches
      case "matches", "regex": self = .matches
      default: return nil
      }
    }
  }

  /// Comparisons of numbers and versions.
  enum Relation: String, CaseIterable {
    case less = "<"
    case lessOrEqual = "<="
    case equal = "=="
    case notEqual = "!="
    case greater = ">"
    case greaterOrEqual = ">="

    /// A comparison by its word in server templates.
    init?(word: String) {
      switch word {
      case "LESS_THAN": self = .less
      case "LESS_EQUAL": self = .lessOrEqual
      case "EQUAL": self = .equal
      case "NOT_EQUAL": self = .notEqual
      case "GREATER_THAN": self = .greater
      case "GREATER_EQUAL": self = .greaterOrEqual
      default: return nil
      }
    }

    var number: ConditionOperator {
      switch self {
      case .less: .less
      case .lessOrEqual: .lessOrEqual
      case .equal: .numberEquals
      case .notEqual: .numberNotEquals
      case .greater: .greater
      case .greaterOrEqual: .greaterOrEqual
      }
    }

    var version: ConditionOperator {
      switch self {
      case .less: .semverLess
      case .lessOrEqual: .semverLessOrEqual
      case .equal: .semverEquals
      case .notEqual: .semverNotEquals
      case .greater: .semverGreater
      case .greaterOrEqual: .semverGreaterOrEqual
      }
    }
  }

  func text(_ function: Function, _ values: [String], _ draft: inout ImportDraft) -> Formula {
    if function == .exactlyMatches {
      draft.change(path, "white space around a text counts in Serin; Firebase's server SDKs remove it")
      return AttributeTest.oneOf(attribute, texts: values).passes
    }
    if function == .matches {
      for value in values where draft.pattern(SourceNode(.string(value), path: path)) == nil { return .never }
    }
    draft.change(path, "a number is compared by its text in Firebase; give it as text to Serin")
    // Every text holds the empty one; Serin has no condition for it in a written document.
    if function != .matches, values.contains("") {
      let all = Formula.has(attribute, .string)
      return function == .contains ? all : .never
    }
    let comparisons = values.map { value in
      Condition.attribute(
        AttributeCondition(attribute, function == .matches ? .matches : .contains, [.string(value)]))
    }
    let test = AttributeTest(attribute, types: [.string], anyOf: comparisons)
    return function == .notContains ? test.fails : test.passes
  }

  func number(_ relation: Relation, _ text: String, _ draft: inout ImportDraft) -> Formula {
    guard let number = FirebaseNumber.parse(text) else {
      draft.leaveOut(path, "\(JSONValue.string(text).shown) is not a number")
      return .never
    }
    draft.change(path, "a number that is given as text is compared in Firebase; give it as a number to Serin")
    return .attribute(attribute, relation.number, [.number(number)])
  }

  func version(_ relation: Relation, _ text: String, _ draft: inout ImportDraft) -> Formula {
    guard FirebaseNumber.isVersion(text), SemanticVersion(parsing: text) != nil else {
      draft.leaveOut(path, "\(JSONValue.string(text).shown) is not a version of one to three numbers")
      return .never
    }
    draft.change(
      path, "a version with a fourth number, with zeros before a number, or given as a number is not compared in Serin")
    return .all([
      .attribute(attribute, .matches, ["^[0-9]+(\\.[0-9]+)*$"]),
      .attribute(attribute, relation.version, [.string(text)]),
    ])
  }
}

/// Numbers as Firebase writes them.
enum FirebaseNumber {
  /// A decimal number: `10`, `-0.25`, `.5`, `+3`.
  static func parse(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    let isNegative = bytes.first == UInt8(ascii: "-")
    let digits = isNegative || bytes.first == UInt8(ascii: "+") ? bytes.dropFirst() : bytes[...]
    guard isVersion(String(decoding: digits, as: UTF8.self)),
      let number = Double(String(decoding: digits, as: UTF8.self))
    else { return nil }
    return isNegative ? -number : number
  }

  /// Digits and dots only.
  static func isVersion(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".") }
  }

  /// A percentage in millionths of a percent, or nil when it has more than six decimals.
  static func microPercent(_ text: String) -> Int? {
    guard let percent = parse(text), percent >= -1000, percent <= 1000 else { return nil }
    let micro = (percent * 1_000_000).rounded()
    return micro / 1_000_000 == percent ? Int(micro) : nil
  }
}
