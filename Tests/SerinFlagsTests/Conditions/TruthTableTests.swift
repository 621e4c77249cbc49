import Foundation
import SerinFlags
import Testing

/// The published table of what every operator says of an attribute that is absent, null, empty or of another type.
@Suite struct TruthTableTests {
  /// A condition for each operator, and an attribute of a type that it cannot compare.
  static func condition(_ name: ConditionOperator) -> (JSONValue, wrong: [JSONValue]) {
    var object: JSONObject = ["attribute": "a", "op": .string(name.rawValue)]
    switch name {
    case .equals:
      object["value"] = "x"
      return (.object(object), [1, true, ["x"], ["x": "x"]])
    case .in:
      object["values"] = ["x", "y"]
      return (.object(object), [1, false, ["x"], [:]])
    case .startsWith, .endsWith, .contains:
      object["value"] = "x"
      return (.object(object), [1, true, ["x"], ["x": 1]])
    case .numberEquals, .numberNotEquals, .less, .lessOrEqual, .greater, .greaterOrEqual:
      object["value"] = 5
      return (.object(object), ["5", true, [5], ["a": 5]])
    case .semverEquals, .semverNotEquals, .semverLess, .semverLessOrEqual, .semverGreater, .semverGreaterOrEqual,
      .semverTilde, .semverCaret:
      object["value"] = "1.2.3"
      return (.object(object), [1, true, "not a version", "1.2.3.4", ["1.2.3"], [:]])
    case .matches:
      object["value"] = "x"
      return (.object(object), [1, true, ["x"], ["x": 1]])
    case .before, .after:
      object["value"] = "2027-01-15T09:00:00Z"
      return (.object(object), [true, "2027-01-15", "tomorrow", 1e15, ["2027-01-15T09:00:00Z"], [:]])
    case .containsAny, .containsAll:
      object["values"] = ["x", 5]
      return (.object(object), ["x", 5, true, ["x": 5]])
    case .cidr:
      object["values"] = ["10.0.0.0/8"]
      return (.object(object), [10, true, "10.0.0", "10.0.0.1/8", ["10.0.0.1"], [:]])
    case .modulo:
      object["divisor"] = 10
      object["remainder"] = 3
      return (.object(object), ["13", true, 13.5, [13], [:]])
    case .exists, .absent:
      return (.object(object), [1, false, [], [:]])
    }
  }

  /// A row as the documentation writes it: plain and negated for absent, null, `""` and another type.
  static func row(_ name: ConditionOperator) throws -> String {
    let (condition, wrong) = condition(name)
    func cell(_ values: [JSONValue?]) throws -> String {
      let cells = try values.map { value in
        let plain = try ConditionProbe.truth(condition, value).word
        let negated = try ConditionProbe.truth(["not": condition], value).word
        return "\(plain) / \(negated)"
      }
      return Set(cells).count == 1 ? cells[0] : cells.joined(separator: " or ")
    }
    let cells = [try cell([nil]), try cell([.null]), try cell([""]), try cell(wrong.map { $0 })]
    return "| `\(name.rawValue)` | " + cells.joined(separator: " | ") + " |"
  }

  private static let unknowns = "unknown / unknown"

  @Test(arguments: ConditionOperator.allCases)
  func everyCellIsThatOfTheDesign(name: ConditionOperator) throws {
    let unknown = Self.unknowns
    let cells: [String]
    switch name {
    case .exists: cells = ["false / true", "false / true", "true / false", "true / false"]
    case .absent: cells = ["true / false", "true / false", "false / true", "false / true"]
    case .equals, .in, .startsWith, .endsWith, .contains, .matches: cells = [unknown, unknown, "false / true", unknown]
    default: cells = [unknown, unknown, unknown, unknown]
    }
    #expect(try Self.row(name) == "| `\(name.rawValue)` | " + cells.joined(separator: " | ") + " |")
  }

  @Test func thePublishedTableIsThatOfTheEvaluator() throws {
    let article = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/SerinFlags/Documentation.docc/Conditions.md")
    let lines = try String(contentsOf: article, encoding: .utf8).split(separator: "\n").map(String.init)
    let published = lines.filter { $0.hasPrefix("| `") }
    #expect(try published == ConditionOperator.allCases.map(Self.row))
  }
}
