import Foundation
import Importers
import SerinFlags
import Testing

/// ConfigCat's test matrix for semantic versions.
///
/// A row is a user (identifier, e-mail, country, app version) and what the setting of the last column's name gives. The
/// setting itself is not published beside the matrix, but its values say what its rules are: `< 1.9.1-2` is what the
/// rule with that comparison serves, in the order of the rows.
struct ConfigCatVersionTests {
  struct Row: CustomTestStringConvertible {
    let version: String
    let value: String
    var testDescription: String { "\(version) \(value)" }
  }

  static let setting = "precedenceTests"
  static let fallback = "DEFAULT-FROM-CC-APP"

  static let rows: [Row] = {
    guard let url = Bundle.module.url(forResource: "Vectors/configcat/testmatrix_semantic_2.csv", withExtension: nil),
      let text = try? String(contentsOf: url, encoding: .utf8)
    else { return [] }
    return text.split(separator: "\n").dropFirst().map { line in
      let columns = line.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
      return Row(version: columns[3], value: columns[4])
    }
  }()

  /// The config that the values of the rows describe.
  static func config() -> JSONValue {
    let comparators = ["<": 6, "<=": 7, ">": 8, ">=": 9]
    var served: [String] = []
    for row in rows where row.value != fallback && !served.contains(row.value) { served.append(row.value) }
    let rules = served.map { value -> JSONValue in
      let parts = value.split(separator: " ").map(String.init)
      let condition: JSONValue =
        parts[0] == "="
        ? ["a": "AppVersion", "c": 4, "l": [.string(parts[1])]]
        : ["a": "AppVersion", "c": .number(Double(comparators[parts[0]] ?? -1)), "s": .string(parts[1])]
      return ["c": [["u": condition]], "s": ["v": ["s": .string(value)], "i": "v"]]
    }
    return [
      "p": ["s": "salt"],
      "f": [.init(setting): ["t": 1, "r": .array(rules), "v": ["s": .string(fallback)]]],
    ]
  }

  static let imported = Result { try ConfigCatImporter.read(config()) }
  static let ruleset = imported.map { CompiledRuleset($0.document) }

  @Test
  func theMatrixIsThereAndItsSettingIsImported() throws {
    #expect(Self.rows.count == 94)
    let imported = try Self.imported.get()
    #expect(imported.leftOut == [])
    try expectRoundTrip(imported)
  }

  @Test(arguments: rows)
  func aVersionGetsTheValueOfTheMatrix(row: Row) throws {
    let ruleset = try Self.ruleset.get()
    let context = FlagContext(userID: "dontcare", attributes: ["AppVersion": .string(row.version)])
    let answer = ruleset.evaluate(Self.setting, for: context, at: Timestamp(microseconds: 0))
    #expect(answer?.value == .string(row.value))
  }
}
