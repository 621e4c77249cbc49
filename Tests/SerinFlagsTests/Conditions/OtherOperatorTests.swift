import SerinFlags
import Testing

/// The operators that compare with something else than one string, number, version or instant.
@Suite struct OtherOperatorTests {
  private func truth(_ members: JSONObject, _ value: JSONValue?) throws -> Truth {
    try ConditionProbe.truth(.object(members.with(["attribute": "a"])), value)
  }

  // MARK: - modulo

  /// The divisor, the remainder, the attribute.
  static let divisions: [(Double, Double, JSONValue, Truth)] = [
    (10, 3, 13, .yes), (10, 3, 3, .yes), (10, 3, 14, .no), (10, 0, 0, .yes), (10, 0, .number(-0.0), .yes),
    // The remainder is never negative, as in mathematics and unlike in most languages.
    (10, 7, -3, .yes), (10, 3, -3, .no), (10, 0, -10, .yes), (3, 2, -1, .yes), (1, 0, -5, .yes), (1, 0, 5, .yes),
    (2, 1, 9_007_199_254_740_991, .yes), (2, 1, -9_007_199_254_740_991, .yes), (2, 0, 9_007_199_254_740_992, .yes),
    (9_007_199_254_740_992, 9_007_199_254_740_991, -1, .yes),
    (10, 3, 13.5, .unknown), (10, 3, "13", .unknown), (10, 3, true, .unknown), (2, 0, 1e300, .unknown),
    (2, 0, 18_014_398_509_481_984, .unknown),
  ]

  @Test(arguments: divisions)
  func moduloTakesTheRemainderThatIsNotNegative(
    divisor: Double, remainder: Double, value: JSONValue, expected: Truth
  ) throws {
    let condition: JSONObject = ["op": "modulo", "divisor": .number(divisor), "remainder": .number(remainder)]
    #expect(try truth(condition, value) == expected)
  }

  @Test(
    arguments: [
      (0, 0), (-10, 3), (10, -1), (10, 10), (10, 11), (2.5, 1), (10, 0.5), (18_014_398_509_481_984, 1),
    ] as [(Double, Double)])
  func otherDivisionsAreRefused(divisor: Double, remainder: Double) {
    let condition: JSONValue = [
      "attribute": "a", "op": "modulo", "divisor": .number(divisor), "remainder": .number(remainder),
    ]
    for mode in [DocumentMode.write, .read] {
      #expect(throws: DocumentError.self) { try FlagDefinition(json: Samples.gate(condition), key: "f", mode: mode) }
    }
  }

  // MARK: - Arrays

  /// The wanted values, the attribute, whether it holds one of them and all of them.
  static let arrays: [([JSONValue], JSONValue, any: Truth, all: Truth)] = [
    (["x"], ["x"], .yes, .yes), (["x"], ["y", "x"], .yes, .yes), (["x"], [], .no, .no), (["x"], ["X"], .no, .no),
    (["x", "y"], ["x"], .yes, .no), (["x", "y"], ["y", "z", "x"], .yes, .yes), (["x", "y"], ["x", "x"], .yes, .no),
    (["x", "x"], ["x"], .yes, .yes), ([5], [5], .yes, .yes), ([5], ["5"], .no, .no), (["5"], [5], .no, .no),
    ([true], [1], .no, .no), ([true, false], [false, true], .yes, .yes), ([0], [.number(-0.0)], .yes, .yes),
    (["x", 5], ["x", .null, [:], [], true], .yes, .no), (["\u{E9}"], ["e\u{301}"], .no, .no),
    (["x"], [["x"]], .no, .no), (["x"], "x", .unknown, .unknown), ([5], 5, .unknown, .unknown),
    (["x"], ["x": "x"], .unknown, .unknown),
  ]

  @Test(arguments: arrays)
  func arraysAreSearchedForTheWantedValues(wanted: [JSONValue], value: JSONValue, any: Truth, all: Truth) throws {
    #expect(try truth(["op": "containsAny", "values": .array(wanted)], value) == any)
    #expect(try truth(["op": "containsAll", "values": .array(wanted)], value) == all)
  }

  @Test func arraysMayBeSearchedIgnoringCase() throws {
    let wanted: JSONObject = ["op": "containsAll", "values": ["É", "x", 5], "ignoringCase": true]
    #expect(try truth(wanted, ["X", "é", "X", 5]) == .yes)
    #expect(try truth(wanted, ["X", "e\u{301}", 5]) == .no)
    #expect(try truth(["op": "containsAny", "values": ["É"], "ignoringCase": true], ["a", "é"]) == .yes)
    #expect(try truth(["op": "containsAll", "values": ["a", "A"], "ignoringCase": true], ["A"]) == .yes)
  }

  // MARK: - matches

  @Test func aPatternMatchesAnywhere() throws {
    let rows: [(String, Bool, JSONValue, Truth)] = [
      ("b+", false, "abbc", .yes), ("^b", false, "abbc", .no), ("^a.*c$", false, "abbc", .yes),
      ("B", false, "abbc", .no),
      ("B", true, "abbc", .yes), ("", false, "", .yes), ("^$", false, "", .yes), ("x", false, "", .no),
      ("é", false, "caf\u{E9}", .yes), ("é", false, "cafe\u{301}", .no), ("5", false, 5, .unknown),
      ("x", false, ["x"], .unknown),
    ]
    for (pattern, ignoringCase, value, expected) in rows {
      var condition: JSONObject = ["op": "matches", "value": .string(pattern)]
      if ignoringCase { condition["ignoringCase"] = true }
      #expect(try truth(condition, value) == expected, "\(pattern) \(value)")
    }
  }

  @Test func aTextThatIsTooLongForAPatternIsUnknown() throws {
    let longest = String(repeating: "x", count: 4096)
    for pattern in ["x", "y", "^x*$"] {
      let condition: JSONObject = ["op": "matches", "value": .string(pattern)]
      #expect(try truth(condition, .string(longest)) == Truth(pattern != "y"))
      #expect(try truth(condition, .string(longest + "x")) == .unknown)
      #expect(
        try ConditionProbe.truth(Samples.not(.object(condition.with(["attribute": "a"]))), .string(longest + "x"))
          == .unknown)
    }
  }

  /// EV-33: what cannot be matched in linear time is refused, and the rest is quick.
  @Test func noPatternIsSlow() throws {
    for pattern in ["(?<=a)b", "(?=a)b", "(?!a)b", #"(a)\1"#, "(", "[b-a]", "a**b{"] {
      let condition: JSONValue = ["attribute": "a", "op": "matches", "value": .string(pattern)]
      for mode in [DocumentMode.write, .read] {
        #expect(throws: DocumentError.self, "\(pattern)") {
          try FlagDefinition(json: Samples.gate(condition), key: "f", mode: mode)
        }
      }
    }
    // A matcher that goes back would take longer than the universe has lasted.
    let text = String(repeating: "a", count: 4000) + "!"
    #expect(try truth(["op": "matches", "value": "^(a+)+$"], .string(text)) == .no)
  }

  // MARK: - cidr

  @Test func anAddressIsInOneOfTheRanges() throws {
    let condition: JSONObject = ["op": "cidr", "values": ["10.0.0.0/8", "192.168.1.1", "2001:db8::/32"]]
    let rows: [(JSONValue, Truth)] = [
      ("10.1.2.3", .yes), ("::ffff:10.1.2.3", .yes), ("192.168.1.1", .yes), ("2001:db8::1", .yes), ("11.0.0.1", .no),
      ("192.168.1.2", .no), ("::1", .no), ("10.1.2", .unknown), ("10.1.2.3/8", .unknown), ("10.1.2.3 ", .unknown),
      (10, .unknown), ("fe80::1%en0", .unknown), (["10.1.2.3"], .unknown),
    ]
    for (value, expected) in rows { #expect(try truth(condition, value) == expected, "\(value)") }
  }
}
