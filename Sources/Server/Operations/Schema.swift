import SerinFlags

/// A JSON Schema of the OpenAPI document (dialect 2020-12, as OpenAPI 3.1 has it).
struct Schema: Sendable, Hashable {
  /// The schema as it stands in the document.
  var json: JSONObject
  /// The names of an object's members, in order; empty for anything else.
  private(set) var memberNames: [String] = []

  /// A member of an object.
  struct Member: Sendable {
    let name: String
    let schema: Schema
    let isRequired: Bool

    /// A member that is always there.
    static func required(_ name: String, _ schema: Schema) -> Member {
      Member(name: name, schema: schema, isRequired: true)
    }

    /// A member that may be left out.
    static func optional(_ name: String, _ schema: Schema) -> Member {
      Member(name: name, schema: schema, isRequired: false)
    }
  }

  /// Takes a schema as it stands.
  init(_ json: JSONObject) { self.json = json }

  /// The schema of that name in ``components``.
  static func ref(_ name: String) -> Schema { Schema(["$ref": .string("#/components/schemas/" + name)]) }

  /// Text; the limits are in characters, those of bytes stand in the description.
  static func string(
    _ description: String = "", pattern: String? = nil, format: String? = nil, length: ClosedRange<Int>? = nil
  ) -> Schema {
    var json: JSONObject = ["type": "string"]
    if let pattern { json["pattern"] = .string(pattern) }
    if let format { json["format"] = .string(format) }
    if let length {
      json["minLength"] = .number(Double(length.lowerBound))
      json["maxLength"] = .number(Double(length.upperBound))
    }
    return Schema(json).described(description)
  }

  /// One of some words.
  static func oneOf(_ words: [String], _ description: String = "") -> Schema {
    Schema(["type": "string", "enum": .array(words.map(JSONValue.string))]).described(description)
  }

  /// An instant, RFC 3339.
  static func instant(_ description: String) -> Schema { string(description, format: "date-time") }

  /// The largest whole number that every reader of JSON has exactly (RFC 8259, 6).
  static let largestInteger: Int64 = 9_007_199_254_740_991

  /// A whole number.
  static func integer(_ description: String = "", in range: ClosedRange<Int64>? = nil) -> Schema {
    var json: JSONObject = ["type": "integer"]
    if let range {
      json["minimum"] = .number(Double(range.lowerBound))
      json["maximum"] = .number(Double(range.upperBound))
    }
    return Schema(json).described(description)
  }

  /// True or false.
  static func boolean(_ description: String = "") -> Schema { Schema(["type": "boolean"]).described(description) }

  /// Any JSON.
  static func any(_ description: String = "") -> Schema { Schema([:]).described(description) }

  /// A list.
  static func array(_ items: Schema, _ description: String = "") -> Schema {
    Schema(["type": "array", "items": .object(items.json)]).described(description)
  }

  /// An object with these members and no others.
  static func object(_ members: [Member], _ description: String = "") -> Schema {
    var properties: JSONObject = [:]
    for member in members { properties[member.name] = .object(member.schema.json) }
    var schema = Schema([
      "type": "object", "properties": .object(properties), "additionalProperties": false,
    ])
    let required = members.filter(\.isRequired).map { JSONValue.string($0.name) }
    if !required.isEmpty { schema.json["required"] = .array(required) }
    schema.memberNames = members.map(\.name)
    return schema.described(description)
  }

  /// An object whose members have names of their own.
  static func map(_ values: Schema, _ description: String = "") -> Schema {
    Schema(["type": "object", "additionalProperties": .object(values.json)]).described(description)
  }

  /// The same, or null.
  var orNull: Schema {
    var schema = self
    if case .string(let type)? = json["type"], json["enum"] == nil {
      schema.json["type"] = [.string(type), "null"]
      return schema
    }
    return Schema(["anyOf": [.object(json), ["type": "null"]]])
  }

  /// The same with words about it.
  func described(_ description: String) -> Schema {
    guard !description.isEmpty else { return self }
    var schema = self
    schema.json["description"] = .string(description)
    return schema
  }
}
