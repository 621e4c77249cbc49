import SerinFlags
import Testing

/// What the schemas of properties allow; `test_property_schemas.py` holds the table to JSON Schema itself.
@Suite struct PropertySchemaTests {
  @Test(arguments: ["facts", "generated"])
  func valuesAreAllowedAsJSONSchemaSays(part: String) throws {
    let cases = try #require(try Vectors.load("property-schemas.json")[part]?.arrayValue)
    #expect(cases.count > 200)
    for sample in cases {
      let schema = try PropertySchema(json: try #require(sample["schema"]))
      let issues = schema.issues(of: try #require(sample["value"]), path: "value")
      #expect(issues.isEmpty == (sample["valid"] == true), "\(sample.text()): \(issues)")
    }
  }

  static let refusals: [(JSONValue, String)] = [
    (true, "schema: a boolean is not an object"),
    (["typ": "string"], "schema.typ: is unknown; allowed are " + PropertySchema.keywords.joined(separator: ", ")),
    (["$ref": "#"], "schema[\"$ref\"]: is unknown"), (["format": "date"], "schema.format: is unknown"),
    (["description": "x"], "schema.description: is unknown"), (["allOf": []], "schema.allOf: is unknown"),
    (["additionalProperties": false], "schema.additionalProperties: is unknown"),
    (
      ["type": "text"],
      "schema.type: `text` is not a type of JSON; allowed are null, boolean, object, array, number, string, integer"
    ),
    (["type": []], "schema.type: must not be empty"), (["type": ["string", "string"]], "`string` is named twice"),
    (["type": ["string", 1]], "schema.type[1]: a number is not a string"),
    (["type": .null], "schema.type: null is not"),
    (["enum": "a"], "schema.enum: a string is not an array"),
    (["required": "a"], "schema.required: a string is not an array"),
    (["required": ["a", "a"]], "schema.required[1]: `a` is named twice"),
    (["required": [1]], "schema.required[0]: a number is not a string"),
    (["properties": ["a": 1]], "schema.properties.a: a number is not an object"),
    (["properties": ["a": ["maximun": 1]]], "schema.properties.a.maximun: is unknown"),
    (["items": [["type": "string"]]], "schema.items: an array is not an object"),
    (["items": ["items": true]], "schema.items.items: a boolean is not an object"),
    (["pattern": "("], "schema.pattern: `(` is not a pattern"),
    (["pattern": "(a)\\1"], "schema.pattern: `(a)\\1` is not a pattern"),
    (["pattern": 1], "schema.pattern: a number is not a string"),
    (["minimum": "1"], "schema.minimum: a string is not a number"),
    (["maximum": true], "schema.maximum: a boolean is not a number"),
    (["minLength": -1], "schema.minLength: -1 is not a whole number from 0"),
    (["maxLength": 1.5], "schema.maxLength: 1.5 is not a whole number from 0"),
    (["minItems": "1"], "schema.minItems: a string is not a number"),
    (["maxItems": -2], "schema.maxItems: -2 is not a whole number from 0"),
  ]

  @Test(arguments: refusals)
  func aSchemaThatMeansNothingHereIsRefusedWithFieldValueAndWhatIsAllowed(schema: JSONValue, expected: String) {
    let error = #expect(throws: DocumentError.self) { try PropertySchema(json: schema) }
    #expect(error?.issues.count == 1)
    #expect(error?.issues.first?.description.contains(expected) == true, "\(String(describing: error))")
  }

  /// Schemas within one another.
  private static func nested(_ levels: Int) -> JSONValue {
    levels == 1 ? ["type": "number"] : ["items": nested(levels - 1)]
  }

  @Test func aSchemaIsAtMostSixteenDeepAThousandValuesAndSixteenKilobytesLarge() throws {
    func message(_ schema: JSONValue) -> String? {
      do throws(DocumentError) { _ = try PropertySchema(json: schema) } catch { return "\(error.issues[0])" }
      return nil
    }
    #expect(message(Self.nested(16)) == nil)
    #expect(message(Self.nested(17))?.hasSuffix("stands in more than 15 other schemas") == true)
    // The schema and the list are two values of their own.
    let numbers = (0..<998).map { JSONValue.number(Double($0)) }
    #expect(message(["enum": .array(numbers)]) == nil)
    #expect(message(["enum": .array(numbers + [-1])]) == "schema: has too many values; at most 1000 are allowed")
    let text = String(repeating: "x", count: 16_384 - #"{"const":""}"#.utf8.count)
    #expect(message(["const": .string(text)]) == nil)
    #expect(message(["const": .string(text + "x")]) == "schema: 16385 bytes are too many; at most 16384 are allowed")
    #expect(message(["pattern": "[a-z]{1,500}"]) == nil)
    let pattern: JSONValue = ["pattern": "[a-z]{1,300}"]
    #expect(message(["properties": ["a": pattern, "b": pattern]])?.contains("at most 1000 are allowed") == true)
  }

  @Test func aValueFarTooDeepIsRefusedAndNotFollowed() {
    var schema: JSONValue = ["type": "number"]
    for _ in 0..<100_000 { schema = ["items": schema] }
    #expect(throws: DocumentError.self) { try PropertySchema(json: schema) }
    // Taken apart from outside, since a value of that depth is released level by level.
    while let inner = schema["items"] { schema = inner }
  }

  @Test func everyPartThatDoesNotFitIsNamedByItsPath() throws {
    let schema = try PropertySchema(
      json: [
        "type": "object", "required": ["columns"],
        "properties": [
          "columns": ["type": "integer", "maximum": 4],
          "rows": ["items": ["properties": ["title": ["maxLength": 3]]]],
        ],
      ])
    func issues(_ value: JSONValue) -> [String] { schema.issues(of: value, path: "v").map(\.description) }
    #expect(
      issues(["columns": 7, "rows": [[:], ["title": "abcd"]]]) == [
        "v.columns: 7 is more than 4", "v.rows[1].title: 4 characters are too many; at most 3 are allowed",
      ])
    #expect(issues(["rows": []]) == ["v.columns: is missing; the property's schema requires it"])
    #expect(issues(["columns": 1.5]) == ["v.columns: 1.5 is not a whole number"])
    #expect(issues(["columns": "1"]) == ["v.columns: a string is not a whole number"])
    #expect(issues([]) == ["v: an array is not an object"])
  }

  @Test func whatIsRefusedSaysWhatIsAllowed() throws {
    func issue(_ schema: JSONValue, _ value: JSONValue) throws -> String? {
      try PropertySchema(json: schema).issues(of: value, path: "v").first?.message
    }
    #expect(try issue(["enum": ["blue", 1]], "red") == "`red` is not allowed; allowed are `blue`, 1")
    #expect(try issue(["const": ["a"]], "red") == "`red` is not allowed; allowed is [\"a\"]")
    #expect(try issue(["type": ["string", "null"]], 1) == "1 is not a string or null")
    #expect(try issue(["pattern": "^#"], "red") == "`red` does not match the pattern `^#`")
    #expect(try issue(["minItems": 1], []) == "0 elements are too few; at least 1 are required")
    let long = JSONValue.string(String(repeating: "#", count: 4097))
    #expect(try issue(["pattern": "#"], long) == "is longer than 4096 bytes, so that no pattern matches it")
  }
}
