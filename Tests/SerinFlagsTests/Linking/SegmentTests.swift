import SerinFlags
import Testing

@Suite struct SegmentTests {
  private static let german = Samples.isEqual("country", "DE")

  private func truth(of key: String, in ruleset: CompiledRuleset, for context: FlagContext) throws -> Truth {
    let explanation = try #require(ruleset.explain(key, for: context))
    return try #require(explanation.rules.first?.condition).truth
  }

  @Test func aSegmentIsItsConditions() throws {
    let ruleset = try Samples.compiled(
      ["f": Samples.gate(Samples.segment("german")), "g": Samples.gate(Samples.not(Samples.segment("german")))],
      segments: ["german": Self.german])
    let rows: [(JSONValue?, plain: Truth, negated: Truth)] = [
      ("DE", .yes, .no), ("FR", .no, .yes), (nil, .unknown, .unknown), (7, .unknown, .unknown),
    ]
    for row in rows {
      var context = FlagContext(userID: "alice")
      context.attributes["country"] = row.0
      #expect(try truth(of: "f", in: ruleset, for: context) == row.plain)
      #expect(try truth(of: "g", in: ruleset, for: context) == row.negated)
      #expect(ruleset.isOn("f", for: context) == (row.plain == .yes))
      #expect(ruleset.isOn("g", for: context) == (row.negated == .yes))
    }
  }

  @Test func idsWrittenInTheSegmentAreComparedByTheirBytes() throws {
    let ruleset = try Samples.compiled(
      ["f": Samples.gate(Samples.segment("few"))], segments: ["few": ["list": ["alice", "\u{E9}", "d-1"]]])
    let members = [FlagContext(userID: "alice"), FlagContext(userID: "\u{E9}"), FlagContext(deviceID: "d-1")]
    let others = [
      FlagContext(userID: "Alice"), FlagContext(userID: "e\u{301}"), FlagContext(userID: "bob", deviceID: "d-1"),
    ]
    for context in members { #expect(ruleset.isOn("f", for: context)) }
    for context in others { #expect(try truth(of: "f", in: ruleset, for: context) == .no) }
    for context in [FlagContext(), FlagContext(userID: "", deviceID: "")] {
      #expect(try truth(of: "f", in: ruleset, for: context) == .unknown)
    }
  }

  @Test func aListMayBeOfAnotherAttribute() throws {
    let ruleset = try Samples.compiled(
      ["f": Samples.gate(Samples.segment("firms"))], segments: ["firms": ["list": ["acme", "7"], "by": "company"]])
    let rows: [(JSONValue?, Truth)] = [
      ("acme", .yes), ("other", .no), ("7", .yes), (7, .unknown), (nil, .unknown), (.null, .unknown), ("", .unknown),
      (["acme"], .unknown),
    ]
    for (value, expected) in rows {
      var context = FlagContext(userID: "acme")
      context.attributes["company"] = value
      #expect(try truth(of: "f", in: ruleset, for: context) == expected, "\(String(describing: value))")
    }
  }

  @Test func anEmptyListHoldsNobody() throws {
    let ruleset = try Samples.compiled(["f": Samples.gate(Samples.segment("none"))], segments: ["none": ["list": []]])
    #expect(try truth(of: "f", in: ruleset, for: FlagContext(userID: "alice")) == .no)
  }

  @Test func longListsAreAskedUnderTheirDigest() throws {
    let list = try ListSamples.list((0..<1000).map { "user-\($0)" })
    let vip: JSONValue = ["listed": ["digest": "9f", "count": 1000]]
    let firms: JSONValue = ["listed": ["digest": "9f", "count": 1000, "by": "company"]]
    let ruleset = try Samples.compiled(
      ["f": Samples.gate(Samples.segment("vip")), "g": Samples.gate(Samples.segment("firms"))],
      segments: ["vip": vip, "firms": firms], lists: ["9f": list])
    #expect(ruleset.isOn("f", for: FlagContext(userID: "user-999")))
    #expect(ruleset.isOn("f", for: FlagContext(deviceID: "user-0")))
    #expect(try truth(of: "f", in: ruleset, for: FlagContext(userID: "user-1000")) == .no)
    #expect(try truth(of: "f", in: ruleset, for: FlagContext()) == .unknown)
    #expect(ruleset.isOn("g", for: FlagContext(userID: "x", attributes: ["company": "user-5"])))
    #expect(!ruleset.isOn("g", for: FlagContext(userID: "user-5")))
  }

  @Test func aListComesAndGoesWithoutItsSegmentChanging() throws {
    let list = try ListSamples.list(["alice"])
    let vip: JSONValue = ["listed": ["digest": "9f", "count": 1]]
    var ruleset = try Samples.compiled(["f": Samples.gate(Samples.segment("vip"))], segments: ["vip": vip])
    #expect(ruleset.reason("f") == .malformed)
    ruleset.apply([.list(digest: "9f", list)])
    #expect(ruleset.isOn("f"))
    ruleset.apply([.list(digest: "9f", IDList())])
    #expect(ruleset.reason("f") == .noRule)
    ruleset.apply([.noList(digest: "9f")])
    #expect(ruleset.reason("f") == .malformed)
    let issues = try ruleset.issues(of: #require(ruleset["f"]))
    #expect(issues.map(\.description) == ["flags.f: uses the segment `vip`, which uses a list that is not here"])
  }

  @Test func onlyASegmentMayHaveListsAndBehaviour() {
    let conditions: [JSONValue] = [
      ["list": ["alice"]], ["listed": ["digest": "9f", "count": 1]], Samples.did("bought"),
    ]
    for condition in conditions {
      for mode in [DocumentMode.write, .read] {
        let error = #expect(throws: DocumentError.self) {
          try FlagDefinition(json: Samples.gate(condition), key: "f", mode: mode)
        }
        #expect(error?.description.contains("is allowed only in a segment") == true)
        #expect(throws: Never.self) { try SegmentDefinition(json: condition, key: "s", mode: mode) }
      }
    }
  }
}
