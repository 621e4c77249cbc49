extension FlagDefinition {
  /// The flag as the member of `flags` under its key.
  ///
  /// What is empty or has no say is left out; everything that decides is written. Reading the result gives the same
  /// flag.
  public var json: JSONValue {
    var object: JSONObject = [
      "kind": .string(kind.rawValue), "owner": .string(owner), "killed": .bool(isKilled),
      "variations": .object(JSONObject(members: variations.map { ($0.name, $0.json) })),
      "off": .string(off), "default": .string(self.default),
    ]
    if let expires { object["expires"] = .string(expires) }
    if !description.isEmpty { object["description"] = .string(description) }
    if !tags.isEmpty { object["tags"] = .array(tags.map { .string($0) }) }
    if isArchived { object["archived"] = true }
    if !properties.isEmpty {
      object["properties"] = .object(JSONObject(members: properties.map { ($0.name, $0.json) }))
    }
    if let value { object["value"] = .string(value) }
    if !prerequisites.isEmpty { object["prerequisites"] = .array(prerequisites.map(\.json)) }
    if !rules.isEmpty { object["rules"] = .array(rules.map(\.json)) }
    return .object(object)
  }
}
