import SerinFlags
import Testing

/// The published table of what conditions and prerequisites say of a flag or segment in every state.
@Suite struct ReferenceTruthTableTests {
  /// The states of another flag, and its document; its variations are `off` and `on`.
  static let states: [(String, JSONValue?)] = [
    ("on", Samples.gate()), ("off", Samples.gate(Samples.isEqual("nothing", "x"))),
    ("killed", Samples.gate(changes: ["killed": true])), ("archived", Samples.gate(changes: ["archived": true])),
    ("not there", nil), ("malformed", ["kind": 5]), ("on a cycle", Samples.gate(requires: [Samples.enabled("other")])),
    ("undecided", Samples.gate(Samples.segment("fact"))),
  ]

  static let names = [
    "`\"serves\": \"on\"`", "`\"serves\": \"off\"`", "requires `\"enabled\": true`", "requires `\"enabled\": false`",
    "requires `\"serves\": \"off\"`",
  ]

  /// What each of them comes to, in words.
  private static func cells(_ other: JSONValue?) throws -> [String] {
    let condition = Samples.serves("other", "on")
    let conditionOff = Samples.serves("other", "off")
    var flags: JSONObject = [
      "c0": Samples.gate(condition), "n0": Samples.gate(Samples.not(condition)), "c1": Samples.gate(conditionOff),
      "n1": Samples.gate(Samples.not(conditionOff)), "r0": Samples.gate(requires: [Samples.enabled("other")]),
      "r1": Samples.gate(requires: [Samples.enabled("other", false)]),
      "r2": Samples.gate(requires: [Samples.serves("other", "off")]),
    ]
    flags["other"] = other
    let ruleset = try Samples.compiled(flags, segments: ["fact": Samples.did("bought")])
    func word(_ key: String) throws -> String {
      let explanation = try #require(ruleset.explain(key, for: FlagContext(), at: CompiledFlag.testTime))
      if explanation.evaluation.reason == .undecided { return "undecided" }
      return try #require(explanation.rules.first?.condition).truth.word
    }
    let requirements = ["r0", "r1", "r2"].map { key in
      switch ruleset.reason(key, for: FlagContext()) {
      case .ruleMatched: "met"
      case .prerequisiteFailed: "not met"
      default: "undecided"
      }
    }
    return ["\(try word("c0")) / \(try word("n0"))", "\(try word("c1")) / \(try word("n1"))"] + requirements
  }

  @Test(arguments: states.indices) func everyCellIsThatOfTheDesign(index: Int) throws {
    let (state, other) = Self.states[index]
    let cells: [String]
    switch state {
    case "on": cells = ["true / false", "false / true", "met", "not met", "not met"]
    case "off", "killed", "on a cycle": cells = ["false / true", "true / false", "not met", "met", "met"]
    case "undecided":
      cells = ["undecided / undecided", "undecided / undecided", "undecided", "undecided", "undecided"]
    default: cells = ["unknown / unknown", "unknown / unknown", "not met", "not met", "not met"]
    }
    #expect(try Self.cells(other) == cells)
  }

  @Test func thePublishedTableIsThatOfTheEvaluator() throws {
    let table = PublishedTable(
      header: PublishedTable.row(["the other flag is"] + Self.names),
      rows: try Self.states.map { PublishedTable.row([$0.0] + (try Self.cells($0.1))) })
    #expect(try table.published() == table.rows)
  }
}
