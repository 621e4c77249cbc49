package import SerinFlags
package import Store

/// How a flag is divided between its own fields and what each environment holds of it.
///
/// A flag's owner, description, tags and expiry cannot change an answer and belong to the flag. Everything that an
/// evaluator reads (kind, properties, variations, rules) is an item of the environment; there the flag's key joins it.
package enum FlagItem {
  /// The members of a flag's document that are the flag's own.
  package static let flagMembers: Set<String> = ["owner", "description", "tags", "expires"]
  /// The number of the schema that this version writes.
  package static let schema: Int64 = 1

  /// The item's document for a flag's document.
  package static func document(from flag: JSONObject, key: String) -> JSONObject {
    var item = flag
    for name in flagMembers { item.removeValue(forName: name) }
    item.removeValue(forName: "killed")
    item.removeValue(forName: "archived")
    item["key"] = .string(key)
    return item
  }

  /// The item's document for an environment in which nobody has set anything yet: no rules and off for everybody.
  package static func withoutRules(_ item: JSONObject) -> JSONObject {
    var elsewhere = item
    elsewhere.removeValue(forName: "rules")
    elsewhere.removeValue(forName: "prerequisites")
    // A kill switch that is not there yet must not switch off what it guards.
    if item["kind"] != "killSwitch" { elsewhere["default"] = item["off"] ?? "off" }
    return elsewhere
  }

  /// The flag's document, put together again from both halves.
  package static func flagDocument(item: ItemRecord, flag: FlagRecord) throws(JSONError) -> JSONObject {
    var document = try JSONValue(parsing: Array(item.document.utf8), options: .lenient).objectValue ?? [:]
    document.removeValue(forName: "key")
    document["kind"] = .string(flag.kind)
    document["owner"] = .string(flag.owner)
    if !flag.description.isEmpty { document["description"] = .string(flag.description) }
    if !flag.tags.isEmpty { document["tags"] = .array(flag.tags.map(JSONValue.string)) }
    if let expires = flag.expiresOn { document["expires"] = .string(expires) }
    document["killed"] = .bool(item.isKilled)
    return document
  }

  /// The flag's own fields in a document that has been validated.
  package static func record(_ base: FlagRecord, with document: JSONObject) -> FlagRecord {
    var record = base
    record.kind = document["kind"]?.stringValue ?? record.kind
    record.owner = document["owner"]?.stringValue ?? ""
    record.description = document["description"]?.stringValue ?? ""
    record.tags = document["tags"]?.arrayValue?.compactMap(\.stringValue) ?? []
    record.expiresOn = document["expires"]?.stringValue
    record.propertyTypes = propertyTypes(of: document).text
    return record
  }

  /// Property names and their types; beside the type of a property that has one stands its schema.
  ///
  /// Both are the flag's own: they are the same in every environment.
  package static func propertyTypes(of document: JSONObject) -> JSONObject {
    var types: JSONObject = [:]
    for (name, property) in document["properties"]?.objectValue ?? [:] {
      let type = property["type"] ?? .null
      types[name] = property["schema"].map { schema -> JSONValue in ["type": type, "schema": schema] } ?? type
    }
    return types
  }
}
