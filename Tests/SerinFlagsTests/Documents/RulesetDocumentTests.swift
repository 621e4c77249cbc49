import SerinFlags
import TestRandom
import Testing

@Suite struct RulesetDocumentTests {
  @Test func readsAndWritesTheWholeDocument() throws {
    let json = Samples.ruleset(["b": Samples.rich, "a": ["kind": "ops", "owner": "me"]])
    let document = try RulesetDocument(json: json, mode: .write)
    #expect(document.project == "shop" && document.environment == "production")
    #expect(document.environmentId == "e_7c1d" && document.epoch == 1 && document.revision == 42)
    #expect(document.flags.map(\.key) == ["a", "b"])
    #expect(document.flags[0].definition?.kind == .ops)
    #expect(try RulesetDocument(json: document.json, mode: .write) == document)
    let bytes = document.json.serialized()
    #expect(
      try RulesetDocument(json: JSONValue(parsing: bytes, options: .control), mode: .read).json.serialized() == bytes)
  }

  @Test func theSameFlagsGiveTheSameBytesAndTheSameAnswers() throws {
    var generator = SeededGenerator(seed: 4)
    let json = Samples.ruleset(["b": Samples.rich, "a": ["kind": "ops", "owner": "me"], "c": Samples.rich])
    let document = try RulesetDocument(json: json, mode: .write)
    let expected = CompiledRuleset(document).evaluateAll(for: Samples.context).map { $0.json.serialized() }
    for _ in 0..<30 {
      let shuffled = try RulesetDocument(json: json.shuffled(using: &generator), mode: .write)
      #expect(shuffled.json.serialized() == document.json.serialized())
      #expect(CompiledRuleset(shuffled).evaluateAll(for: Samples.context).map { $0.json.serialized() } == expected)
    }
  }

  @Test func aDocumentByHandNeedsOnlyTheSchemaAndTheFlags() throws {
    let document = try RulesetDocument(json: ["schema": 1, "flags": [:], "segments": [:]], mode: .write)
    #expect(document == RulesetDocument())
    #expect(document.json == ["schema": 1, "epoch": 0, "revision": 0, "flags": [:]])
  }

  static let problems: [(String, JSONValue?, String)] = [
    ("schema", nil, "schema: is missing"), ("schema", 2, "schema: schema 2 is not supported; allowed is 1"),
    ("schema", "1", "schema: a string is not a number"), ("flags", nil, "flags: is missing"),
    ("flags", [], "flags: an array is not an object"),
    ("epoch", -1, "epoch: -1 is not a whole number from 0 to 9007199254740992"),
    ("revision", 1.5, "revision: 1.5 is not a whole number from 0 to 9007199254740992"),
    ("project", 5, "project: a number is not a string"),
    (
      "segments", ["beta": [:]],
      "segments.beta: is not a condition; it has one of the members all, any, not, attribute, segment, percent, flag, "
        + "now, list, listed, behaviour"
    ),
    ("segments", ["beta": ["list": ["alice", ""]]], "segments.beta.list[1]: must not be empty"),
    (
      "flag", [:],
      "flag: is unknown; allowed are schema, project, environment, environmentId, epoch, revision, flags, segments"
    ),
    ("flags.b.rules[1].rollout.percent", 101, "flags.b.rules[1].rollout.percent: 101 is not between 0 and 100"),
    ("flags.b", 1, "flags.b: a number is not an object"),
    (
      "flags.a b", ["kind": "ops", "owner": "me"],
      "flags[\"a b\"]: `a b` is not a key; a key is 1 to 128 letters, digits, dots, underscores and hyphens, and begins "
        + "with a letter or digit"
    ),
  ]

  @Test(arguments: problems)
  func problemsAreNamedWithTheirPath(path: String, value: JSONValue?, expected: String) {
    let json = Samples.ruleset(["b": Samples.rich]).replacing(path, with: value)
    let error = #expect(throws: DocumentError.self) { try RulesetDocument(json: json, mode: .write) }
    #expect(error?.issues.map(\.description) == [expected])
  }

  @Test func problemsOfSeveralFlagsAreAllFoundInDocumentOrder() {
    let unsound = Samples.rich.replacing("kind", with: nil)
    let json = Samples.ruleset(["z": unsound, "a": unsound, "m": Samples.rich]).replacing("zzz", with: 1)
    let error = #expect(throws: DocumentError.self) { try RulesetDocument(json: json, mode: .write) }
    #expect(error?.issues.map(\.path) == ["flags.z.kind", "flags.a.kind", "zzz"])
    #expect(DocumentError(issues: []) == nil)
  }

  @Test func aReaderRefusesOnlyWhatIsNotARuleset() throws {
    for json in [[], 1, nil, [:], ["schema": 2, "flags": [:]], ["schema": 1], ["schema": 1, "flags": 5]] as [JSONValue]
    {
      #expect(throws: DocumentError.self) { try RulesetDocument(json: json, mode: .read) }
    }
    let json: JSONValue = ["schema": 1, "flags": [:], "segments": ["beta": [:]], "future": [1]]
    #expect(try RulesetDocument(json: json, mode: .read).flags.isEmpty)
  }

  @Test func archivedFlagsAreInTheDocumentButNotInTheAnswer() throws {
    let archived = Samples.rich.replacing("archived", with: true)
    let unsound = archived.replacing("kind", with: "future")
    let json = Samples.ruleset(["a": archived, "b": Samples.rich, "c": unsound])
    let document = try RulesetDocument(json: json, mode: .read)
    #expect(document.flags.map(\.isArchived) == [true, false, true])
    let ruleset = CompiledRuleset(document)
    #expect(ruleset.keys == ["b"])
    #expect(ruleset.evaluate("a", for: Samples.context) == nil)
    #expect(document.json["flags"]?["a"]?["archived"] == true)
  }
}
