public import SerinFlags

/// Reads Eppo's flag configuration (UFC v1, as `flags-v1.json` serves it to server SDKs).
///
/// The subject is Serin's unit, and its key the user id. Every allocation becomes a rule for each of its splits, in
/// their order; shards keep their salts, so nobody changes group. See `docs/importing/eppo.md`.
public enum EppoImporter {
  /// Reads a configuration.
  ///
  /// - Parameters:
  ///   - json: The document, not obfuscated.
  ///   - owner: Who answers for the imported flags; documents written new need one.
  /// - Throws: ``DocumentError`` when it is not such a document, or more than Serin can hold.
  public static func read(_ json: JSONValue, owner: String = "imported") throws(DocumentError) -> Import {
    let root = SourceNode(json)
    guard root["flags"].value.objectValue != nil else {
      throw DocumentError(path: "flags", message: "is missing: this is not a flag configuration of Eppo")
    }
    guard root["format"].string != "CLIENT", root["obfuscated"].bool != true else {
      throw DocumentError(path: "format", message: "is the obfuscated form for apps; import the one for servers")
    }
    var draft = ImportDraft(system: "eppo", owner: owner)
    if !root["bandits"].members.isEmpty {
      draft.note("bandits", "contextual bandits have no equal; their flags are imported without them")
    }
    for (key, node) in root["flags"].members {
      draft.flag(key, at: node.path) { draft in
        var reader = EppoFlagReader(key: key, node: node)
        return reader.read(&draft)
      }
    }
    return try draft.finish()
  }
}
