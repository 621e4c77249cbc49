import Importers
import SerinFlags
import Testing

/// Figures of Firebase's server SDK: the micro-percentile of a seed and an id, and on which side of it a condition is.
struct FirebasePercentTests {
  static let vectors = (try? Vectors.load("firebase/percent.json"))?["vectors"]?.arrayValue ?? []

  @Test
  func theVectorsAreThere() {
    #expect(Self.vectors.count == 10)
  }

  private static func template(_ conditions: [(name: String, member: String, value: JSONValue)]) -> JSONValue {
    let list = conditions.map { JSONValue.object(["name": .string($0.name), .init($0.member): $0.value]) }
    let parameters = conditions.map { condition -> (String, JSONValue) in
      let values: JSONObject = [.init(condition.name): ["value": "true"]]
      return (
        condition.name,
        ["defaultValue": ["value": "false"], "conditionalValues": .object(values), "valueType": "BOOLEAN"]
      )
    }
    return ["conditions": .array(list), "parameters": .object(JSONObject(members: parameters))]
  }

  @Test(arguments: vectors)
  func aServerConditionDecidesOnTheSameSideOfEachBoundary(vector: JSONValue) throws {
    let seed = try #require(vector["seed"])
    let user = try #require(vector["randomizationId"]?.stringValue)
    let micro = try #require(vector["micro_percentile"]?.numberValue)
    func percent(_ name: String, _ bound: Double) -> JSONValue {
      ["percent": ["percentOperator": .string(name), "seed": seed, "microPercent": .number(bound)]]
    }
    func between(_ lower: Double, _ upper: Double) -> JSONValue {
      let range: JSONValue = ["microPercentLowerBound": .number(lower), "microPercentUpperBound": .number(upper)]
      return ["percent": ["percentOperator": "BETWEEN", "seed": seed, "microPercentRange": range]]
    }
    func all(_ condition: JSONValue) -> JSONValue {
      ["orCondition": ["conditions": [["andCondition": ["conditions": [condition]]]]]]
    }
    let checks: [(name: String, condition: JSONValue, holds: Bool)] = [
      ("at_most", percent("LESS_OR_EQUAL", micro), true),
      ("at_most_less", percent("LESS_OR_EQUAL", micro - 1), false),
      ("above", percent("GREATER_THAN", micro), false),
      ("above_less", percent("GREATER_THAN", micro - 1), true),
      ("between_to", between(micro - 1, micro), true),
      ("between_from", between(micro, micro + 1), false),
    ]
    let imported = try FirebaseImporter.read(
      Self.template(checks.map { ($0.name, "condition", all($0.condition)) }))
    #expect(imported.effects == [])
    try expectRoundTrip(imported)
    for check in checks {
      #expect(imported.answer(check.name, user: user)?.isEnabled == check.holds, "\(check.name)")
    }
  }

  @Test(arguments: vectors)
  func anExpressionIsDrawnAsAServerConditionIs(vector: JSONValue) throws {
    let seed = try #require(vector["seed"]?.stringValue)
    let user = try #require(vector["randomizationId"]?.stringValue)
    let micro = try #require(vector["micro_percentile"]?.numberValue)
    let subject = seed.isEmpty ? "percent" : "percent('\(seed)')"
    func text(_ micro: Double) -> String {
      "\(Int(micro) / 1_000_000).\(String(Int(micro) % 1_000_000 + 1_000_000).dropFirst())"
    }
    let checks = [
      ("at_most", "\(subject) <= \(text(micro))", true), ("at_most_less", "\(subject) <= \(text(micro - 1))", false),
      ("above", "\(subject) > \(text(micro))", false), ("above_less", "\(subject) > \(text(micro - 1))", true),
      ("between_to", "\(subject) between \(text(micro - 1)) and \(text(micro))", true),
      ("between_from", "\(subject) between \(text(micro)) and \(text(micro + 1))", false),
      ("below", "\(subject) < \(text(micro + 1))", true), ("at_least", "\(subject) >= \(text(micro + 1))", false),
    ]
    let imported = try FirebaseImporter.read(Self.template(checks.map { ($0.0, "expression", .string($0.1)) }))
    #expect(imported.leftOut == [])
    for (name, _, holds) in checks {
      #expect(imported.answer(name, user: user)?.isEnabled == holds, "\(name)")
    }
  }

  @Test
  func nobodyIsDrawnWithoutAnIdAlsoNotAtAHundredPercent() throws {
    let all: JSONValue = ["percent": ["percentOperator": "LESS_OR_EQUAL", "microPercent": 100_000_000]]
    let none: JSONValue = ["percent": ["percentOperator": "GREATER_THAN", "microPercent": 100_000_000]]
    let imported = try FirebaseImporter.read(
      Self.template([("all", "condition", all), ("none", "condition", none)]))
    #expect(imported.answer("all")?.isEnabled == true)
    #expect(imported.answer("all", user: nil, device: "d")?.isEnabled == true)
    #expect(imported.answer("all", user: nil)?.isEnabled == false)
    #expect(imported.answer("none")?.isEnabled == false)
  }
}
