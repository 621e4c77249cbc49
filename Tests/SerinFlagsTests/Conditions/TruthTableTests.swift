import SerinFlags
import Testing

/// The published table of what every condition says of an attribute that is absent, null, empty or of another type.
@Suite struct TruthTableTests {
  /// A condition about the attribute `a`, and values of types that it cannot compare.
  struct Row: Sendable, CustomStringConvertible {
    let name: String
    let condition: JSONValue
    let wrong: [JSONValue]

    var description: String { name }
  }

  private static func comparison(_ name: ConditionOperator, _ members: JSONObject, wrong: [JSONValue]) -> Row {
    var object = members
    object["attribute"] = "a"
    object["op"] = .string(name.rawValue)
    return Row(name: "`\(name.rawValue)`", condition: .object(object), wrong: wrong)
  }

  private static func row(_ name: ConditionOperator) -> Row {
    switch name {
    case .equals: comparison(name, ["value": "x"], wrong: [1, true, ["x"], ["x": "x"]])
    case .in: comparison(name, ["values": ["x", "y"]], wrong: [1, false, ["x"], [:]])
    case .startsWith, .endsWith, .contains, .matches:
      comparison(name, ["value": "x"], wrong: [1, true, ["x"], ["x": 1]])
    case .numberEquals, .numberNotEquals, .less, .lessOrEqual, .greater, .greaterOrEqual:
      comparison(name, ["value": 5], wrong: ["5", true, [5], ["a": 5]])
    case .semverEquals, .semverNotEquals, .semverLess, .semverLessOrEqual, .semverGreater, .semverGreaterOrEqual,
      .semverTilde, .semverCaret:
      comparison(name, ["value": "1.2.3"], wrong: [1, true, "not a version", "1.2.3.4", ["1.2.3"], [:]])
    case .before, .after:
      comparison(
        name, ["value": "2027-01-15T09:00:00Z"],
        wrong: [true, "2027-01-15", "tomorrow", 1e15, ["2027-01-15T09:00:00Z"], [:]])
    case .containsAny, .containsAll: comparison(name, ["values": ["x", 5]], wrong: ["x", 5, true, ["x": 5]])
    case .cidr:
      comparison(name, ["values": ["10.0.0.0/8"]], wrong: [10, true, "10.0.0", "10.0.0.1/8", ["10.0.0.1"], [:]])
    case .modulo:
      comparison(name, ["divisor": 10, "remainder": 3], wrong: ["13", true, 13.5, [13], [:]])
    case .exists, .absent: comparison(name, [:], wrong: [1, false, [], [:]])
    }
  }

  private static func percent(_ percent: JSONValue) -> JSONValue {
    ["percent": ["percent": percent, "salt": "s", "by": "a"]]
  }

  private static let noText: [JSONValue] = [1, true, ["x"], [:]]

  static let rows =
    ConditionOperator.allCases.map(row) + [
      Row(name: "`percent`, between 0 and 100, by the attribute", condition: percent(50), wrong: noText),
      Row(name: "`percent` 0", condition: percent(0), wrong: noText),
      Row(name: "`percent` 100", condition: percent(100), wrong: noText),
      Row(name: "`list` by the attribute", condition: ["list": ["x"], "by": "a"], wrong: noText),
      Row(
        name: "`listed` by the attribute", condition: ["listed": ["digest": "9f", "count": 1, "by": "a"]],
        wrong: noText),
      Row(name: "`segment`, which has `equals`", condition: Samples.isEqual("a", "x"), wrong: noText),
    ]

  /// Decides a condition where all kinds of them may stand: in a segment.
  private static func truth(_ condition: JSONValue, _ value: JSONValue?) throws -> Truth {
    let ruleset = try Samples.compiled(
      ["f": Samples.gate(Samples.segment("s"))], segments: ["s": condition],
      lists: ["9f": ListSamples.list(["x"])])
    var context = FlagContext(userID: "x")
    context.attributes["a"] = value
    let explanation = try #require(ruleset.explain("f", for: context, at: CompiledFlag.testTime))
    let truth = try #require(explanation.rules.first?.condition).truth
    #expect(ruleset.isOn("f", for: context) == (truth == .yes))
    return truth
  }

  /// The cells of a row: plain and negated for absent, null, `""` and another type.
  static func cells(_ row: Row) throws -> [String] {
    try [[nil], [.null], [""], row.wrong.map { $0 }].map { (values: [JSONValue?]) in
      let cells = try values.map { value in
        "\(try truth(row.condition, value).word) / \(try truth(Samples.not(row.condition), value).word)"
      }
      return Set(cells).count == 1 ? cells[0] : cells.joined(separator: " or ")
    }
  }

  private static let unknown = "unknown / unknown"

  @Test(arguments: rows) func everyCellIsThatOfTheDesign(row: Row) throws {
    // Written by hand from the rules: what is absent or of another type is unknown, and "" is a text as any other.
    let cells: [String]
    switch row.name {
    case "`exists`": cells = ["false / true", "false / true", "true / false", "true / false"]
    case "`absent`": cells = ["true / false", "true / false", "false / true", "false / true"]
    case "`equals`", "`in`", "`startsWith`", "`endsWith`", "`contains`", "`matches`", "`segment`, which has `equals`":
      cells = [Self.unknown, Self.unknown, "false / true", Self.unknown]
    case "`percent` 0": cells = [String](repeating: "false / true", count: 4)
    case "`percent` 100": cells = [String](repeating: "true / false", count: 4)
    default: cells = [String](repeating: Self.unknown, count: 4)
    }
    #expect(try Self.cells(row) == cells)
  }

  @Test func thePublishedTableIsThatOfTheEvaluator() throws {
    let table = PublishedTable(
      header: "| condition | absent | null | `\"\"` | another type |",
      rows: try Self.rows.map { PublishedTable.row([$0.name] + (try Self.cells($0))) })
    #expect(try table.published() == table.rows)
  }
}
