import SerinFlags
import TestRandom
import Testing

@Suite struct OperatorTests {
  private func truth(_ name: String, _ wanted: JSONValue, _ value: JSONValue?, ignoringCase: Bool = false) throws
    -> Truth
  {
    var condition: JSONObject = ["attribute": "a", "op": .string(name)]
    condition[name == "in" ? "values" : "value"] = wanted
    if ignoringCase { condition["ignoringCase"] = true }
    return try ConditionProbe.truth(.object(condition), value)
  }

  static let cases: [(String, JSONValue, JSONValue, Truth)] = [
    ("equals", "x", "x", .yes), ("equals", "x", "X", .no), ("equals", "x", "x ", .no), ("equals", "", "", .yes),
    ("equals", 5, 5, .yes), ("equals", 5, 5.5, .no), ("equals", 5, "5", .unknown), ("equals", "5", 5, .unknown),
    ("equals", true, true, .yes), ("equals", true, false, .no), ("equals", true, 1, .unknown),
    ("equals", "é", "\u{E9}", .yes), ("equals", "\u{E9}", "e\u{301}", .no), ("equals", 0, .number(-0.0), .yes),
    ("in", ["x", "y"], "y", .yes), ("in", ["x", "y"], "z", .no), ("in", ["x", 5], 5, .yes), ("in", ["x", 5], 6, .no),
    ("in", ["x", 5], true, .unknown), ("in", [true], false, .no), ("in", [true, false], false, .yes),
    ("startsWith", "ab", "abc", .yes), ("startsWith", "ab", "ab", .yes), ("startsWith", "ab", "a", .no),
    ("startsWith", "b", "abc", .no), ("endsWith", "bc", "abc", .yes), ("endsWith", "b", "abc", .no),
    ("endsWith", "abcd", "abc", .no), ("contains", "b", "abc", .yes), ("contains", "abc", "abc", .yes),
    ("contains", "aab", "aaaab", .yes), ("contains", "abab", "abaabab", .yes), ("contains", "x", "abc", .no),
    ("contains", "é", "cafe\u{301}", .no), ("contains", "👩", "a👩‍👩‍👧b", .yes),
    ("=", 5, 5, .yes), ("=", 5, 5.1, .no), ("!=", 5, 5, .no), ("!=", 5, 6, .yes), ("<", 5, 4.9, .yes), ("<", 5, 5, .no),
    ("<=", 5, 5, .yes), ("<=", 5, 5.1, .no), (">", 5, 5.1, .yes), (">", 5, 5, .no), (">=", 5, 5, .yes),
    (">=", 5, 4.9, .no),
    ("semver=", "5.2", "v5.2.0", .yes), ("semver=", "5.2.0", "5.2.0+build", .yes),
    ("semver=", "5.2.0", "5.2.0-rc", .no),
    ("semver!=", "5.2.0", "5.2.1", .yes), ("semver!=", "5.2", "5.2.0", .no), ("semver<", "5.2", "5.10", .no),
    ("semver<", "5.10", "5.9.9", .yes), ("semver<", "1.0.0", "1.0.0-beta", .yes), ("semver<=", "1.2.3", "1.2.3", .yes),
    ("semver>", "1.2.3", "1.2.4-alpha", .yes), ("semver>", "1.2.3", "1.2.3", .no), ("semver>=", "5.2", "5.2.0", .yes),
    ("semver>=", "5.2", "5.1.99", .no), ("semver~", "1.2.3", "1.2.9", .yes), ("semver~", "1.2.3", "1.3.0", .no),
    ("semver^", "1.2.3", "1.9.0", .yes), ("semver^", "1.2.3", "2.0.0", .no), ("semver^", "0.2.3", "0.3.0", .no),
  ]

  @Test(arguments: cases)
  func comparesValuesOfItsType(name: String, wanted: JSONValue, value: JSONValue, expected: Truth) throws {
    #expect(try truth(name, wanted, value) == expected)
  }

  /// Numbers are IEEE doubles: which of `= != < <= > >=` hold for the attribute, from an attribute in code too.
  static let numbers: [(Double, Double, holds: Set<String>)] = [
    (0, -0.0, ["=", "<=", ">="]), (5, 5.000000000000001, ["!=", ">", ">="]),
    (9_007_199_254_740_992, 9_007_199_254_740_991, ["!=", "<", "<="]), (0, .leastNonzeroMagnitude, ["!=", ">", ">="]),
    (1.7976931348623157e308, .infinity, ["!=", ">", ">="]), (-1, -.infinity, ["!=", "<", "<="]), (0, .nan, ["!="]),
    (0.3, 0.1 + 0.2, ["!=", ">", ">="]), (1e21, 1e21, ["=", "<=", ">="]),
  ]

  @Test(arguments: numbers)
  func numbersAreDoubles(wanted: Double, value: Double, holds: Set<String>) throws {
    for name in ["=", "!=", "<", "<=", ">", ">="] {
      #expect(try truth(name, .number(wanted), .number(value)) == Truth(holds.contains(name)), "\(value) \(name)")
    }
  }

  @Test func ignoringCaseIsOnlyForTexts() {
    for name in ConditionOperator.allCases where !name.allowsIgnoringCase {
      var condition: JSONObject = ["attribute": "a", "op": .string(name.rawValue), "ignoringCase": true]
      switch name.rawValue {
      case "exists", "absent": break
      case "cidr": condition["values"] = ["10.0.0.0/8"]
      case "modulo":
        condition["divisor"] = 2
        condition["remainder"] = 1
      case "before", "after": condition["value"] = 0
      default: condition["value"] = name.rawValue.hasPrefix("semver") ? "1.2.3" : 5
      }
      let error = #expect(throws: DocumentError.self, "\(name)") {
        try FlagDefinition(json: Samples.gate(.object(condition)), key: "f", mode: .write)
      }
      #expect(error?.issues.map(\.path) == ["flags.f.rules[0].when.ignoringCase"])
    }
  }

  /// SDK-24.
  @Test func aBooleanIsNeverANumber() throws {
    #expect(try truth("equals", false, false) == .yes)
    #expect(try truth("equals", 0, false) == .unknown)
    #expect(try truth("equals", false, 0) == .unknown)
    #expect(try truth("=", 0, false) == .unknown)
    #expect(try truth("in", [0, 1], true) == .unknown)
  }

  /// EV-24.
  @Test func aListOfNumbersHoldsNumbers() throws {
    #expect(try truth("in", [1, 2, 3], 1) == .yes)
    #expect(try truth("in", [1, 2, 3], 10) == .no)
    #expect(try truth("in", [1, 2, 3], "1") == .unknown)
    #expect(try truth("in", ["1", "2", "3"], 1) == .unknown)
    #expect(try truth("in", ["1,2,3"], 1) == .unknown)
  }

  /// EV-27.
  @Test func largeIntegersAreExact() throws {
    #expect(try truth("=", 1_000_000_000_000, 1_000_000_000_000) == .yes)
    #expect(try truth("<", 9_007_199_254_740_992, 9_007_199_254_740_991) == .yes)
  }

  /// EV-28: one accepted form, at every entrance.
  @Test func aNumberWrittenAsTextIsRefusedEverywhere() throws {
    for wanted in ["5", true] as [JSONValue] {
      let condition: JSONValue = ["attribute": "age", "op": ">=", "value": wanted]
      let json = Samples.flag(rules: [["id": "r_00000001", "when": condition, "serve": "on"]])
      #expect(throws: DocumentError.self) { try FlagDefinition(json: json, key: "f", mode: .write) }
      let flag = CompiledFlag(FlagEntry(reading: json, key: "f"))
      #expect(flag.evaluate(for: Samples.context).reason == .malformed)
    }
  }

  /// EV-29.
  @Test func caseCountsUnlessItIsIgnored() throws {
    for (name, wanted) in [
      ("equals", "A@x.org"), ("in", ["A@x.org"]), ("startsWith", "A@"), ("endsWith", "X.ORG"), ("contains", "@X."),
    ]
      as [(String, JSONValue)]
    {
      #expect(try truth(name, wanted, "a@x.org") == .no, "\(name)")
      #expect(try truth(name, wanted, "a@x.org", ignoringCase: true) == .yes, "\(name)")
      #expect(try truth(name, wanted, "b@y.com", ignoringCase: true) == .no, "\(name)")
    }
  }

  @Test func ignoringCaseIsLowerCaseOfBothSidesByUnicode() throws {
    #expect(try truth("equals", "ÀÉ用", "àé用", ignoringCase: true) == .yes)
    #expect(try truth("equals", "ΣΊΣΥΦΟΣ", "σίσυφοσ", ignoringCase: true) == .yes)
    #expect(try truth("equals", "STRASSE", "straße", ignoringCase: true) == .no)
    #expect(try truth("equals", "I", "ı", ignoringCase: true) == .no)
    #expect(try truth("equals", "\u{C9}", "e\u{301}", ignoringCase: true) == .no)
    #expect(try truth("in", [1, "A"], 1, ignoringCase: true) == .yes)
  }

  /// EV-30: values pass byte for byte.
  @Test func propertyValuesPassUnchanged() throws {
    let text = "Hello WORLD ß e\u{301}"
    let json = Samples.flag(rules: [], changes: ["properties": ["p": ["type": "string", "default": .string(text)]]])
    let flag = CompiledFlag(try FlagDefinition(json: json, key: "f", mode: .write))
    let value = try #require(flag.evaluate(for: FlagContext()).properties["p"]?.stringValue)
    #expect(Array(value.utf8) == Array(text.utf8))
  }

  @Test func longListsFindTheSameAsShortOnes() throws {
    let names = (0..<900).map { "user-\($0)@Example.com" }
    let list = JSONValue.array(names.map { .string($0) } + [7])
    for index in [0, 450, 899] {
      #expect(try truth("in", list, .string(names[index])) == .yes)
      #expect(try truth("in", list, .string(names[index].lowercased())) == .no)
      #expect(try truth("in", list, .string(names[index].uppercased()), ignoringCase: true) == .yes)
    }
    #expect(try truth("in", list, "user-900@Example.com") == .no)
    #expect(try truth("in", list, 7) == .yes)
  }

  @Test func containsFindsWhatASlowSearchFinds() throws {
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<3000 {
      let text = String(
        (0..<Int.random(in: 0...20, using: &generator)).map { _ in generator.pick(["a", "b"] as [Character]) })
      let needle = String(
        (0..<Int.random(in: 1...5, using: &generator)).map { _ in generator.pick(["a", "b"] as [Character]) })
      let isThere = (0...text.count).contains { text.dropFirst($0).hasPrefix(needle) }
      #expect(try truth("contains", .string(needle), .string(text)) == Truth(isThere), "\(needle) in \(text)")
      #expect(try truth("startsWith", .string(needle), .string(text)) == Truth(text.hasPrefix(needle)))
      #expect(try truth("endsWith", .string(needle), .string(text)) == Truth(text.hasSuffix(needle)))
    }
  }

  @Test func theNamesOfTheIdsAlwaysMeanTheIds() throws {
    let isAlice: JSONValue = ["attribute": "userID", "op": "equals", "value": "alice"]
    let hasDevice: JSONValue = ["attribute": "deviceID", "op": "exists"]
    let faked = FlagContext(userID: "bob", attributes: ["userID": "alice", "deviceID": "d"])
    #expect(try ConditionProbe.truth(isAlice, for: FlagContext(userID: "alice")) == .yes)
    #expect(try ConditionProbe.truth(isAlice, for: faked) == .no)
    #expect(try ConditionProbe.truth(hasDevice, for: faked) == .no)
    #expect(try ConditionProbe.truth(hasDevice, for: FlagContext(deviceID: "d")) == .yes)
    // An empty id is absent; an empty attribute is not.
    #expect(try ConditionProbe.truth(isAlice, for: FlagContext(userID: "")) == .unknown)
    #expect(try ConditionProbe.truth(hasDevice, for: FlagContext(deviceID: "")) == .no)
  }
}
