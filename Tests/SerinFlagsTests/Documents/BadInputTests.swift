import SerinFlags
import TestRandom
import Testing

/// Whatever comes in, the answer is an error or an evaluation, never a trap.
@Suite struct BadInputTests {
  /// Uses a document in every way there is.
  private func exercise(_ json: JSONValue) {
    _ = try? RulesetDocument(json: json, mode: .write)
    guard let document = try? RulesetDocument(json: json, mode: .read) else { return }
    _ = document.json.serialized()
    _ = document.referenceIssues()
    let ruleset = CompiledRuleset(document, lists: ["11": IDList()])
    for context in [Samples.context, FlagContext(), FlagContext(userID: "", attributes: ["country": nil, "age": "x"])] {
      for evaluation in ruleset.evaluateAll(for: context) {
        let explanation = ruleset.explain(evaluation.key, for: context)
        #expect(explanation?.evaluation == evaluation)
        #expect(explanation?.lines.isEmpty == false)
      }
    }
  }

  @Test func everyFieldMayBeDroppedOrReplacedByAnything() {
    let json = Samples.ruleset(["new_checkout": Samples.rich])
    let others: [JSONValue?] = [nil, .null, true, -1, 1e300, .number(.nan), "", "x", [], [:], [[]], ["a": nil]]
    for path in json.allPaths() {
      for other in others { exercise(json.replacing(path[...], with: other)) }
    }
  }

  @Test func twoFieldsMayBeWrongAtOnce() {
    var generator = SeededGenerator(seed: 21)
    var random = RandomJSON(seed: 22)
    let json = Samples.ruleset(["new_checkout": Samples.rich])
    let paths = json.allPaths()
    for _ in 0..<1500 {
      let once = json.replacing(generator.pick(paths)[...], with: random.value(depth: 2))
      let remaining = once.allPaths()
      guard !remaining.isEmpty else { continue }
      exercise(once.replacing(generator.pick(remaining)[...], with: generator.oneIn(3) ? nil : random.value(depth: 2)))
    }
  }

  @Test func rulesetsThatReferToEachOtherMayBeWrongAnywhere() {
    var generator = SeededGenerator(seed: 23)
    var random = RandomRulesets(seed: 24)
    var values = RandomJSON(seed: 25)
    for _ in 0..<200 {
      var json = random.document()
      exercise(json)
      for _ in 0..<3 {
        let paths = json.allPaths()
        guard !paths.isEmpty else { break }
        // A part of another place is more often nearly right than a random value is.
        let other = generator.oneIn(2) ? json.value(at: generator.pick(paths)) : values.value(depth: 2)
        json = json.replacing(generator.pick(paths)[...], with: generator.oneIn(4) ? nil : other)
        exercise(json)
      }
    }
  }

  static let texts: [(String, String)] = [
    (#"{"schema":1,"flags":{"a":{"kind":"ops"},"a":{"kind":"ops"}}}"#, "flags.a: is there twice (byte 40)"),
    (
      #"{"schema":1,"epoch":9007199254740993,"flags":{}}"#,
      "epoch: 9007199254740993 cannot be held exactly; integers may be at most 9007199254740992 from zero (byte 20)"
    ),
    (#"{"schema":1e999}"#, "schema: 1e999 is beyond the range of a number (byte 10)"),
    (#"{"schema":NaN}"#, "schema: expected a value, found `N` (byte 10)"),
    (#"{"schema":+5}"#, "schema: expected a value, found `+` (byte 10)"),
    (#"{"project":"\ud800"}"#, "project: \\ud800 is half of a surrogate pair (byte 12)"),
    ("{\"project\":\"\u{1}\"}", "project: the control character 0x01 must be written as an escape (byte 12)"),
    (
      String(repeating: "{\"flags\":", count: 10_000),
      String(repeating: "flags.", count: 63) + "flags: is nested deeper than 64 levels (byte 576)"
    ),
  ]

  @Test(arguments: texts)
  func controlTextsAreRefusedWithTheirPlace(text: String, expected: String) {
    do throws(JSONError) {
      _ = try JSONValue(parsing: text.utf8, options: .control)
      Issue.record("accepted")
    } catch {
      #expect(error.description == expected)
    }
  }

  @Test func invalidUTF8IsRefusedWithItsPlace() {
    let bytes = Array(#"{"schema":1,"project":""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8)
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: bytes, options: .control) }
    #expect(error?.description == "project: the string is not valid UTF-8 (byte 23)")
  }

  @Test func largeIntegersArriveExactlyOrNotAtAll() throws {
    let json = try JSONValue(
      parsing: #"{"kind":"ops","owner":"me","properties":{"n":{"type":"number","default":1000000000000}}}"#.utf8,
      options: .control)
    let flag = try CompiledFlag(FlagDefinition(json: json, key: "f", mode: .write))
    #expect(flag.evaluate(for: FlagContext()).json.text().contains("\"n\":1000000000000}"))
  }

  @Test func definitionsBuiltInCodeThatMakeNoSenseAreMalformed() {
    let cases: [FlagDefinition] = [
      FlagDefinition(key: "f", kind: .ops, variations: []),
      FlagDefinition(key: "f", kind: .ops, default: "gone"),
      FlagDefinition(key: "f", kind: .ops, rules: [RuleDefinition(id: "r", serve: .variation("gone"))]),
      FlagDefinition(key: "f", kind: .ops, rules: [RuleDefinition(id: "r", serve: .split(Split([], salt: "s")))]),
      FlagDefinition(
        key: "f", kind: .ops,
        rules: [RuleDefinition(id: "r", serve: .split(Split([.init("on", weight: .nan)], salt: "s")))]),
      FlagDefinition(
        key: "f", kind: .ops, rules: [RuleDefinition(id: "r", serve: .split(Split([.init("on", weight: 1)])))]),
      FlagDefinition(
        key: "f", kind: .ops,
        rules: [
          RuleDefinition(id: "r", when: .attribute(AttributeCondition("a", .less, ["5"])), serve: .variation("on"))
        ]),
      FlagDefinition(
        key: "f", kind: .ops,
        rules: [
          RuleDefinition(
            id: "r", when: (0..<100).reduce(.attribute(AttributeCondition("a", .exists))) { inner, _ in .not(inner) },
            serve: .variation("on"))
        ]),
    ]
    for definition in cases {
      let flag = CompiledFlag(definition)
      #expect(flag.evaluate(for: Samples.context).reason == .malformed)
      #expect(flag.issues.count == 1)
    }
  }
}
