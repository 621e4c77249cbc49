public import SerinFlags

/// Reads LaunchDarkly's flag data, as its server SDKs download it and its files hold it (`flags`, `segments`,
/// `flagValues`).
///
/// A user context is Serin's context, and its key the user id. A flag that is off is a killed one. Rollouts and
/// experiments keep their salt or seed, so nobody changes group. See `docs/importing/launchdarkly.md`.
public enum LaunchDarklyImporter {
  /// Reads flag data.
  ///
  /// - Parameters:
  ///   - json: The document, also as an event of the stream has it (under `data`).
  ///   - owner: Who answers for the imported flags; documents written new need one.
  /// - Throws: ``DocumentError`` when it is not such a document, or more than Serin can hold.
  public static func read(_ json: JSONValue, owner: String = "imported") throws(DocumentError) -> Import {
    let top = SourceNode(json)
    let root = top["data"].isAbsent ? top : top["data"]
    guard root["flags"].value.objectValue != nil || root["flagValues"].value.objectValue != nil else {
      throw DocumentError(
        path: "flags",
        message: "is missing: this is not flag data of LaunchDarkly's SDKs (the REST API's list of flags is not read)")
    }
    for name in ["flags", "segments", "flagValues"] where !root[name].isAbsent {
      guard root[name].value.objectValue != nil else {
        throw DocumentError(path: root[name].path, message: "\(root[name].value.typeDescription) is not an object")
      }
    }
    var draft = ImportDraft(system: "launchdarkly", owner: owner)
    var variations: [ExactString: LaunchDarklyVariations] = [:]
    for (key, node) in root["flags"].members { variations[ExactString(key)] = LaunchDarklyVariations(node) }
    var segments = LaunchDarklySegments(root["segments"])
    segments.readAll(&draft)
    for (key, node) in root["flags"].members where node["deleted"].bool != true {
      draft.flag(key, at: node.path) { draft in
        var reader = LaunchDarklyFlagReader(key: key, node: node, variations: variations, segments: segments)
        return reader.read(&draft)
      }
    }
    for (key, node) in root["flagValues"].members {
      draft.flag(key, at: node.path) { draft in
        var names = VariationNames()
        let name = LaunchDarklyVariations.name(of: node.value, at: 0, &names)
        let outcomes = FallbackOutcomes([(name, node.value)], off: node.value)
        if node.value == true { draft.change(node.path, "turned off, the flag gives false") }
        return outcomes.flag(key, owner: draft.owner, default: name)
      }
    }
    return try draft.finish()
  }
}

/// The variations of a flag, in LaunchDarkly's order.
struct LaunchDarklyVariations {
  private(set) var values: [(name: String, value: JSONValue)] = []
  /// The index of the variation that the flag gives when its prerequisites fail; nil when it has none.
  private let indexWhenPrerequisitesFail: Int?

  init(_ flag: SourceNode) {
    indexWhenPrerequisitesFail = flag["prerequisites"].elements.isEmpty ? nil : flag["offVariation"].integer
    var names = VariationNames()
    for (index, node) in flag["variations"].elements.enumerated() {
      values.append((Self.name(of: node.value, at: index, &names), node.value))
    }
  }

  /// LaunchDarkly's flag data has no names: a short value is its own.
  static func name(of value: JSONValue, at index: Int, _ names: inout VariationNames) -> String {
    switch value {
    case .bool, .number: names.name(for: value.text())
    case .string(let text) where (1...40).contains(text.utf8.count): names.name(for: text)
    default: names.name(for: "variation-\(index)")
    }
  }

  /// Whether a variation is also what the flag gives when its prerequisites fail.
  func isServedWhenPrerequisitesFail(_ node: SourceNode) -> Bool {
    node.integer != nil && node.integer == indexWhenPrerequisitesFail
  }

  /// The name of a variation by its index, or nil when there is none.
  func name(at node: SourceNode) -> String? {
    guard let index = node.integer, values.indices.contains(index) else { return nil }
    return values[index].name
  }
}
