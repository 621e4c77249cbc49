public import SerinFlags

/// Reads ConfigCat's config JSON (v6, as its SDKs download it).
///
/// Every setting becomes a flag with the property `value`; targeting rules and percentage options keep their order, and
/// percentage options their draw, so nobody changes group. `Identifier` is Serin's user id; other attributes keep their
/// names. See `docs/importing/configcat.md`.
public enum ConfigCatImporter {
  /// Reads a config.
  ///
  /// - Parameters:
  ///   - json: The document.
  ///   - owner: Who answers for the imported flags; documents written new need one.
  /// - Throws: ``DocumentError`` when it is not such a document, or more than Serin can hold.
  public static func read(_ json: JSONValue, owner: String = "imported") throws(DocumentError) -> Import {
    let root = SourceNode(json)
    guard root["f"].value.objectValue != nil else {
      throw DocumentError(path: "f", message: "is missing: this is not a config JSON of ConfigCat")
    }
    var draft = ImportDraft(system: "configcat", owner: owner)
    let config = ConfigCatConfig(root, &draft)
    for (key, node) in root["f"].members {
      draft.flag(key, at: node.path) { draft in
        var reader = ConfigCatSettingReader(key: key, node: node, config: config)
        return reader.read(&draft)
      }
    }
    return try draft.finish()
  }
}

/// What the settings of a config share.
struct ConfigCatConfig {
  /// The variations of each setting that has a type and a value.
  private(set) var variations: [ExactString: ConfigCatVariations] = [:]
  private(set) var segments: [Segment] = []

  /// One segment.
  struct Segment {
    /// The key of Serin's segment; nil when the condition is the same for everybody.
    var key: String?
    /// Its conditions in their order.
    var tests: [ConfigCatTest]
  }

  init(_ root: SourceNode, _ draft: inout ImportDraft) {
    for (key, node) in root["f"].members { variations[ExactString(key)] = ConfigCatVariations(node) }
    for (index, node) in root["s"].elements.enumerated() {
      let tests = draft.part { draft in
        draft.check(node, ConfigCatShapes.segment) ? node["r"].elements.compactMap { ConfigCatTest($0, &draft) } : []
      }
      guard let tests, case .condition(let condition) = Formula.all(tests.map(\.passes)) else {
        segments.append(Segment(key: nil, tests: tests ?? [.unreadable]))
        continue
      }
      let key = "segment-\(index)"
      let isTaken = draft.add(SegmentDefinition(key: key, condition: condition), at: node.path)
      segments.append(Segment(key: isTaken ? key : nil, tests: isTaken ? tests : [.unreadable]))
    }
  }
}
