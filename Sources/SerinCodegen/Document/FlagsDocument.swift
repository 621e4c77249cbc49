package import SerinFlags

/// What generated code says of a ruleset document: its flags without their rules.
///
/// Rules, prerequisites and segments are not looked at, so a document that a newer server made is no problem because of what
/// it decides with.
package struct FlagsDocument: Sendable {
  /// The project's key; empty when the document does not say.
  package let project: String
  /// The environment's key; empty when the document does not say.
  package let environment: String
  /// The flags, archived ones included, sorted by the bytes of their keys.
  package let flags: [FlagDefinition]
  /// Members of flags that are not known here and were left aside: perhaps a newer version's, perhaps misspelt.
  package let unknownMembers: [DocumentIssue]

  /// Reads a document.
  ///
  /// - Parameter json: The document; read it with ``JSONParsingOptions/control``, so that no flag hides another one.
  /// - Throws: ``DocumentError`` with every problem of every flag, since a flag that is left out would be an unknown name
  ///   far from its cause.
  package init(json: JSONValue) throws(DocumentError) {
    let (stripped, unknownMembers) = Self.stripped(json)
    let document = try RulesetDocument(json: stripped, mode: .read)
    if let error = DocumentError(issues: document.flags.flatMap(\.issues)) { throw error }
    project = document.project
    environment = document.environment
    flags = document.flags.compactMap(\.definition)
    self.unknownMembers = unknownMembers
  }

  private static let usedMembers: Set<String> = [
    "kind", "owner", "expires", "description", "archived", "properties", "variations", "off", "default",
  ]
  /// The members that say how a flag is decided and found, which declarations do not need.
  static let ignoredMembers: Set<String> = ["tags", "killed", "value", "prerequisites", "rules"]

  /// The document with nothing but the members of flags that are used.
  private static func stripped(_ json: JSONValue) -> (json: JSONValue, unknownMembers: [DocumentIssue]) {
    guard var document = json.objectValue, let flags = document["flags"]?.objectValue else { return (json, []) }
    document["segments"] = nil
    var issues: [DocumentIssue] = []
    let members = flags.sortedMembers.map { key, value -> (String, JSONValue) in
      guard let flag = value.objectValue else { return (key, value) }
      let used = flag.sortedMembers.filter { usedMembers.contains($0.name) }
      for (name, _) in flag.sortedMembers
      where !usedMembers.contains(name) && !ignoredMembers.contains(name) {
        let path = DocumentPath.member(DocumentPath.member("flags", key), name)
        issues.append(DocumentIssue(path: path, message: "is unknown and has no effect"))
      }
      return (key, .object(JSONObject(members: used.map { ($0.name, $0.value) })))
    }
    document["flags"] = .object(JSONObject(members: members))
    return (.object(document), issues)
  }
}
