import SerinFlags
import Testing

/// What a reader makes of documents that a newer version or another hand wrote.
@Suite struct ReadModeTests {
  private func reason(_ flag: JSONValue, for context: FlagContext = Samples.context) -> FlagReason {
    CompiledFlag(FlagEntry(reading: flag, key: "f")).evaluate(for: context).reason
  }

  @Test(arguments: [
    "later", "properties.max_items.unit", "variations.on.colour", "rules[0].comment", "rules[0].when.hint",
    "rules[1].when.all[1].any[1].note", "rules[1].rollout.why", "rules[1].serve.note", "rules[1].serve.split[0].note",
  ])
  func unknownMembersAreIgnored(path: String) throws {
    let expected = try FlagDefinition(json: Samples.rich, key: "f", mode: .write)
    let json = Samples.rich.replacing(path, with: ["anything": 1])
    #expect(try FlagDefinition(json: json, key: "f", mode: .read) == expected)
  }

  static let clamped: [(Double, UInt32)] = [
    (120, 100_000_000), (-3, 0), (5.000_000_1, 5_000_000), (1e-9, 0), (100, 100_000_000),
  ]

  @Test(arguments: Self.clamped)
  func percentagesAreClamped(percent: Double, micro: UInt32) throws {
    let json = Samples.rich.replacing("rules[1].rollout.percent", with: .number(percent))
    #expect(try FlagDefinition(json: json, key: "f", mode: .read).rules[1].rollout?.percent.micro == micro)
  }

  static let notUnderstood: [(String, JSONValue)] = [
    ("rules[0].when.op", "future_op"), ("rules[0].when.op", "cidr"), ("rules[0].when", ["segment": 5]),
    ("rules[0].when", ["percent": ["percent": 5]]), ("rules[0].when", ["flag": "g"]),
    ("rules[0].when", ["now": "after", "instant": "soon"]), ("rules[0].when", ["quantum": 1]),
    ("rules[0].when", ["list": ["alice"]]), ("rules[0].when", ["attribute": "a", "op": "matches", "value": "(a"]),
    ("rules[0].when", [:]), ("rules[1].rollout.draw", "sha512"), ("rules[1].rollout.deadline", "2027-01-15"),
    ("prerequisites", [["flag": "g"]]), ("prerequisites", [:]),
    ("properties.max_items.type", "date"),
    ("kind", "future"), ("rules[1].rollout.percent", "5"), ("rules[1].serve", ["rotate": ["on", "off"]]),
    ("rules[1].when.all[2].value", "18"), ("rules[1].when.all[1].any[0].value", "five"), ("rules[0].serve", "gone"),
    ("off", "gone"), ("default", "gone"), ("variations.on.properties.max_items", "5"), ("rules", nil),
  ]

  @Test(arguments: notUnderstood)
  func whatIsNotUnderstoodMakesTheFlagMalformedAndIsNeverIgnored(path: String, value: JSONValue) {
    let json = Samples.rich.replacing(path, with: value)
    let flag = CompiledFlag(FlagEntry(reading: json, key: "f"))
    #expect(flag.outcomes.count == 1)
    #expect(!flag.issues.isEmpty)
    let evaluation = flag.evaluate(for: Samples.context)
    #expect(evaluation.reason == .malformed)
    #expect(evaluation.json == ["key": "f", "reason": "malformed"])
    #expect(evaluation.value == .null)
  }

  @Test func aMalformedFlagLeavesItsNeighboursAlone() throws {
    let unsound = Samples.rich.replacing("rules[0].when.op", with: "future_op")
    let document = try RulesetDocument(
      json: Samples.ruleset(["a": Samples.rich, "b": unsound, "c": 7, "d": Samples.rich]), mode: .read)
    #expect(document.flags.map(\.issues.isEmpty) == [true, false, false, true])
    let evaluations = CompiledRuleset(document).evaluateAll(for: Samples.context)
    #expect(evaluations.map(\.key) == ["a", "b", "c", "d"])
    #expect(evaluations[1].reason == .malformed && evaluations[2].reason == .malformed)
    #expect(evaluations[3].json.replacing("key", with: "a") == evaluations[0].json)
    #expect(evaluations[0].reason != .malformed)
    // What was not understood is passed on as it came.
    #expect(document.json["flags"]?["b"] == unsound)
    #expect(document.json["flags"]?["c"] == 7)
  }

  @Test func aKillHoldsWhateverElseIsNotUnderstood() {
    let json = Samples.rich.replacing("rules[0].when.op", with: "future_op").replacing("killed", with: true)
    let evaluation = CompiledFlag(FlagEntry(reading: json, key: "f")).evaluate(for: Samples.context)
    #expect(evaluation.reason == .killed)
    #expect(!evaluation.isEnabled && evaluation.ruleId.isEmpty && evaluation.variation == "off")
    #expect(
      evaluation.properties == ["button_color": "blue", "max_items": 3, "animated": true, "layout": ["columns": 1]])
    #expect(evaluation.value == "blue" && evaluation.kind == .release)
    for wreck in [["killed": true], ["killed": true, "properties": 5, "kind": 1, "off": 2, "value": 3]] as [JSONValue] {
      let evaluation = CompiledFlag(FlagEntry(reading: wreck, key: "f")).evaluate(for: Samples.context)
      #expect(evaluation.reason == .killed && !evaluation.isEnabled)
    }
  }

  @Test func emptyListsAreKleenesIdentities() throws {
    func matches(_ condition: JSONValue) -> Bool {
      reason(Samples.flag(rules: [["id": "r_00000001", "when": condition, "serve": "on"]])) == .ruleMatched
    }
    #expect(matches(["all": []]))
    #expect(!matches(["any": []]))
    #expect(matches(["not": ["any": []]]))
    #expect(!matches(["not": ["all": []]]))
    #expect(!matches(["attribute": "country", "op": "in", "values": []]))
    #expect(!matches(["not": ["attribute": "country", "op": "in", "values": []]]))
  }

  @Test func keysOfOtherSystemsAreAccepted() throws {
    for key in ["a b", "é", "e\u{301}", "🚩/x", "_x"] {
      #expect(throws: DocumentError.self) { try FlagDefinition(json: Samples.rich, key: key, mode: .write) }
      #expect(try FlagDefinition(json: Samples.rich, key: key, mode: .read).key == key)
    }
    for key in ["", "a\nb", String(repeating: "x", count: 257)] {
      #expect(throws: DocumentError.self) { try FlagDefinition(json: Samples.rich, key: key, mode: .read) }
    }
  }

  @Test func idsThatRepeatOrLookDifferentAreRead() throws {
    let json = Samples.flag(rules: [["id": "old-1", "serve": "on"], ["id": "old-1", "serve": "off"]])
    #expect(try FlagDefinition(json: json, key: "f", mode: .read).rules.map(\.id) == ["old-1", "old-1"])
    #expect(reason(json) == .ruleMatched)
  }
}
