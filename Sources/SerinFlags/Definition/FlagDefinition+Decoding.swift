extension FlagDefinition {
  /// Reads a flag from the member of `flags` under its key.
  ///
  /// - Parameters:
  ///   - json: The flag's object.
  ///   - key: Its key.
  ///   - mode: Whether a document is written new or read; see ``DocumentMode``.
  ///   - path: What the paths of errors begin with; nil for `flags.<key>`.
  /// - Throws: ``DocumentError`` with every problem, in document order.
  public init(json: JSONValue, key: String, mode: DocumentMode, path: String? = nil) throws(DocumentError) {
    var decoder = DocumentDecoder(mode: mode, root: path ?? DocumentPath.member("flags", key))
    let definition = FlagDefinition(decoding: json, key: key, with: &decoder)
    guard let definition, decoder.isSound else {
      throw DocumentError(issues: decoder.issues) ?? DocumentError(path: path ?? key, message: "is not a flag")
    }
    self = definition
  }

  private init?(decoding json: JSONValue, key: String, with decoder: inout DocumentDecoder) {
    decoder.checkKey(key)
    guard let object = decoder.object(json) else { return nil }
    decoder.checkMembers(of: object, known: Self.members)
    let kind = decoder.required("kind", of: object) { FlagKind(decoding: $1, with: &$0) }
    let properties = Self.properties(of: object, with: &decoder)
    let variations = Self.variations(of: object, with: &decoder)
    let off = Self.off(of: object, variations: variations, with: &decoder)
    let owner =
      decoder.mode == .write
      ? decoder.required("owner", of: object) { $0.name($1) }
      : decoder.optional("owner", of: object) { $0.text($1, maximumBytes: $0.limits.nameBytes) } ?? ""
    self.init(key: key, kind: kind ?? .release, owner: owner ?? "", off: off ?? "")
    readDescription(of: object, with: &decoder)
    isKilled = decoder.optional("killed", of: object) { $0.bool($1) } ?? false
    isArchived = decoder.optional("archived", of: object) { $0.bool($1) } ?? false
    self.properties = properties
    self.variations = variations
    self.default = decoder.optional("default", of: object) { $0.variationName($1) } ?? self.off
    value = decoder.descriptive("value", of: object) { decoder, value -> String? in
      guard let name = decoder.string(value) else { return nil }
      decoder.checkPropertyName(name)
      return name
    }
    prerequisites =
      decoder.optional("prerequisites", of: object) { decoder, value -> [Prerequisite]? in
        guard let elements = decoder.array(value) else { return nil }
        decoder.checkCount(elements.count, limit: decoder.limits.prerequisites, of: "prerequisites")
        return decoder.elements(of: elements) { Prerequisite(decoding: $1, with: &$0) }
      } ?? []
    rules = Self.rules(of: object, with: &decoder)
  }

  private static let members = [
    "kind", "owner", "expires", "description", "tags", "killed", "archived", "properties", "variations", "off",
    "default", "value", "prerequisites", "rules",
  ]

  private mutating func readDescription(of object: JSONObject, with decoder: inout DocumentDecoder) {
    expires = decoder.descriptive("expires", of: object) { decoder, value -> String? in
      guard let day = decoder.string(value) else { return nil }
      if CalendarDay(day) == nil {
        decoder.report("\(decoder.shown(day)) is not a calendar day; write it as 2027-03-01")
      }
      return day
    }
    description =
      decoder.descriptive("description", of: object) { decoder, value in
        decoder.text(value, maximumBytes: decoder.limits.descriptionBytes, allowing: ["\n", "\t", "\r"])
      } ?? ""
    tags =
      decoder.descriptive("tags", of: object) { decoder, value -> [String]? in
        guard let elements = decoder.array(value) else { return nil }
        decoder.checkCount(elements.count, limit: decoder.limits.tags, of: "tags")
        return decoder.elements(of: elements) { $0.name($1) }
      } ?? []
  }

  private static func rules(of object: JSONObject, with decoder: inout DocumentDecoder) -> [RuleDefinition] {
    let rules = decoder.optional("rules", of: object) { decoder, value -> [RuleDefinition]? in
      guard let elements = decoder.array(value) else { return nil }
      decoder.checkCount(elements.count, limit: decoder.limits.rules, of: "rules")
      var ids: Set<ExactString> = []
      return decoder.elements(of: elements) { decoder, element in
        let rule = RuleDefinition(decoding: element, with: &decoder)
        // Every reader copes with a repeated id; only what is written new must not have one.
        if decoder.mode == .write, let ruleObject = element.objectValue, let id = ruleObject["id"]?.stringValue,
          !ids.insert(ExactString(id)).inserted
        {
          decoder.member("id", of: ruleObject) { decoder, _ in
            decoder.report("\(decoder.shown(id)) is the id of an earlier rule too")
          }
        }
        return rule
      }
    }
    return rules ?? []
  }
}

extension FlagKind {
  init?(decoding value: JSONValue, with decoder: inout DocumentDecoder) {
    guard let name = decoder.string(value) else { return nil }
    guard let kind = FlagKind(rawValue: name) else {
      let all = Self.allCases.map(\.rawValue).joined(separator: ", ")
      decoder.report("\(decoder.shown(name)) is not a kind; allowed are \(all)")
      return nil
    }
    self = kind
  }
}
