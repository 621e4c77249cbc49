import SerinFlags
import Testing

@Suite struct DocumentLimitTests {
  private static let comparison: JSONValue = ["attribute": "a", "op": "equals", "value": "x"]

  private static func nested(_ depth: Int) -> JSONValue {
    (1..<depth).reduce(comparison) { inner, _ in ["not": inner] }
  }

  private static func rule(_ index: Int, when: JSONValue? = nil) -> JSONValue {
    let digits = String(index, radix: 16)
    let rule: JSONValue = [
      "id": .string("r_" + String(repeating: "0", count: 8 - digits.count) + digits), "serve": "on",
    ]
    return when.map { rule.replacing("when", with: $0) } ?? rule
  }

  private static func members(_ count: Int, _ value: JSONValue) -> JSONValue {
    .object(JSONObject(members: (0..<count).map { ("n\($0)", value) }))
  }

  /// Each builds a flag whose one part has this size, and gives the publisher's limit.
  static let cases: [(String, Int, @Sendable (Int) -> JSONValue)] = [
    ("rules", 64, { count in Samples.flag(rules: (0..<count).map { rule($0) }) }),
    (
      "conditions", 64,
      { count in Samples.flag(rules: [rule(1, when: ["any": .array(repeatElement(comparison, count))])]) }
    ),
    ("levels", 16, { depth in Samples.flag(rules: [rule(1, when: nested(depth))]) }),
    (
      "values", 1000,
      { count in
        let values = JSONValue.array((0..<count).map { .number(Double($0)) })
        return Samples.flag(rules: [rule(1, when: ["attribute": "a", "op": "in", "values": values])])
      }
    ),
    (
      "bytes of a value", 1024,
      { count in
        let text = JSONValue.string(String(repeating: "x", count: count))
        return Samples.flag(rules: [rule(1, when: ["attribute": "a", "op": "equals", "value": text])])
      }
    ),
    (
      "properties", 64,
      { count in
        Samples.flag(rules: [], changes: ["properties": members(count, ["type": "number", "default": 1])])
      }
    ),
    (
      "bytes of a property", 65_536,
      { count in
        let text = JSONValue.string(String(repeating: "x", count: count))
        return Samples.flag(rules: [], changes: ["properties": ["p": ["type": "string", "default": text]]])
      }
    ),
    (
      "bytes of a JSON property", 65_536,
      { count in
        let json: JSONValue = [.string(String(repeating: "x", count: count - 4))]
        return Samples.flag(rules: [], changes: ["properties": ["p": ["type": "json", "default": json]]])
      }
    ),
    (
      "variations", 64,
      { count in
        Samples.flag(rules: [], changes: ["variations": members(count, ["enabled": false]), "off": "n0"])
      }
    ),
    ("tags", 64, { count in Samples.flag(rules: [], changes: ["tags": .array(repeatElement("t", count))]) }),
  ]

  @Test(arguments: cases.indices)
  func publishersAndReadersHaveTheirOwnLimit(index: Int) throws {
    let (name, limit, make) = Self.cases[index]
    #expect(throws: Never.self, "\(name)") { try FlagDefinition(json: make(limit), key: "f", mode: .write) }
    let error = #expect(throws: DocumentError.self) {
      try FlagDefinition(json: make(limit + 1), key: "f", mode: .write)
    }
    #expect(error?.issues.count == 1, "\(name)")
    #expect(error?.description.contains("at most \(limit) ") == true, "\(name): \(String(describing: error))")
    #expect(throws: Never.self, "\(name)") { try FlagDefinition(json: make(limit * 2), key: "f", mode: .read) }
    #expect(throws: DocumentError.self) { try FlagDefinition(json: make(limit * 2 + 1), key: "f", mode: .read) }
  }

  @Test func aRulesetHasAtMostTenThousandFlags() throws {
    let flag: JSONValue = ["kind": "ops", "owner": "me"]
    func ruleset(_ count: Int) -> JSONValue {
      Samples.ruleset(JSONObject(members: (0..<count).map { ("flag\($0)", flag) }))
    }
    #expect(try RulesetDocument(json: ruleset(10_000), mode: .write).flags.count == 10_000)
    let error = #expect(throws: DocumentError.self) { try RulesetDocument(json: ruleset(10_001), mode: .write) }
    #expect(error?.description == "flags: 10001 flags are too many; at most 10000 are allowed")
    #expect(try RulesetDocument(json: ruleset(10_001), mode: .read).flags.count == 10_001)
  }
}

private func repeatElement(_ value: JSONValue, _ count: Int) -> [JSONValue] {
  [JSONValue](repeating: value, count: count)
}
