import SerinFlags
import Testing

/// Schemas of properties in the documents of flags.
@Suite struct PropertySchemaDocumentTests {
  private static func flag(_ schema: JSONValue, on columns: JSONValue = 2) -> JSONValue {
    [
      "kind": "release", "owner": "me",
      "properties": ["layout": ["type": "json", "default": ["columns": 1], "schema": schema]],
      "variations": [
        "off": ["enabled": false], "on": ["enabled": true, "properties": ["layout": ["columns": columns]]],
      ],
      "default": "on",
    ]
  }

  private static let columns: JSONValue = [
    "type": "object", "properties": ["columns": ["type": "integer", "minimum": 1, "maximum": 4]],
  ]

  @Test func aValueThatItsSchemaDoesNotAllowIsRefusedWithThePathIntoTheValue() throws {
    _ = try FlagDefinition(json: Self.flag(Self.columns), key: "f", mode: .write)
    let error = #expect(throws: DocumentError.self) {
      try FlagDefinition(json: Self.flag(Self.columns, on: 5), key: "f", mode: .write)
    }
    #expect(
      error?.issues.map(\.description) == ["flags.f.variations.on.properties.layout.columns: 5 is more than 4"])
    let atDefault = #expect(throws: DocumentError.self) {
      try FlagDefinition(json: Self.flag(["properties": ["columns": ["const": 2]]]), key: "f", mode: .write)
    }
    #expect(
      atDefault?.issues.map(\.description) == [
        "flags.f.properties.layout.default.columns: 1 is not allowed; allowed is 2"
      ])
  }

  @Test func aValueOfAnotherTypeIsOneProblemAndNotTwo() {
    let json: JSONValue = [
      "kind": "ops", "owner": "me",
      "properties": ["size": ["type": "number", "default": "3", "schema": ["type": "number"]]],
    ]
    let error = #expect(throws: DocumentError.self) { try FlagDefinition(json: json, key: "f", mode: .write) }
    #expect(error?.issues.map(\.description) == ["flags.f.properties.size.default: a string is not a number"])
  }

  @Test(arguments: [["newKeyword": [1]], 7, [], .null, ["maximum": "high"], ["const": 9]] as [JSONValue])
  func aReaderKeepsASchemaThatItDoesNotUnderstandAndAnswersAllTheSame(schema: JSONValue) throws {
    let definition = try FlagDefinition(json: Self.flag(schema), key: "f", mode: .read)
    #expect(definition.properties.first?.schema == schema)
    #expect(definition.json["properties"]?["layout"]?["schema"] == schema)
    let ruleset = CompiledRuleset(RulesetDocument(flags: [FlagEntry(definition)]))
    let answer = ruleset.evaluate("f", for: FlagContext())
    #expect(answer?.isEnabled == true)
    #expect(answer?.properties["layout"] == ["columns": 2])
  }

  @Test func aDocumentWithSchemasIsTheSameBytesWheneverItIsWritten() throws {
    let shuffled: JSONValue = [
      "properties": ["columns": ["maximum": 4, "type": "integer", "minimum": 1]], "type": "object",
    ]
    let one = try FlagDefinition(json: Self.flag(Self.columns), key: "f", mode: .write)
    let other = try FlagDefinition(json: Self.flag(shuffled), key: "f", mode: .write)
    #expect(one == other)
    #expect(one.json.serialized() == other.json.serialized())
    let again = try FlagDefinition(json: try JSONValue(parsing: one.json.serialized()), key: "f", mode: .write)
    #expect(again.json.serialized() == one.json.serialized())
  }

  @Test func aFlagThatOthersWroteSaysWhichValuesItsSchemasDoNotAllow() throws {
    let definition = try FlagDefinition(json: Self.flag(Self.columns, on: 9), key: "f", mode: .read)
    #expect(
      definition.schemaIssues.map(\.description) == [
        "flags.f.variations.on.properties.layout.columns: 9 is more than 4"
      ])
    let unknown = try FlagDefinition(json: Self.flag(["newKeyword": 1]), key: "f", mode: .read)
    #expect(unknown.schemaIssues.first?.path == "flags.f.properties.layout.schema.newKeyword")
    #expect(try FlagDefinition(json: Self.flag(Self.columns), key: "f", mode: .read).schemaIssues.isEmpty)
  }
}
