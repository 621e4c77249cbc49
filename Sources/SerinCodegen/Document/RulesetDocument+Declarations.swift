package import SerinFlags

extension RulesetDocument {
  /// The document as far as code can know it: a flag of which only the decisions are not understood is there without them.
  ///
  /// A newer server may decide by what this version does not know; the flag's kind, owner and expiry do not depend on that.
  /// What a flag needs of others is kept where it can be read. A flag that is still not understood stays malformed.
  package var declarations: RulesetDocument {
    var document = self
    document.flags = flags.map { entry in
      guard case .malformed(let flag) = entry.content, let members = flag.json.objectValue else { return entry }
      let lesser = [["rules"], FlagsDocument.ignoredMembers].lazy.map { left in
        FlagEntry(reading: .object(Self.leaving(left, out: members)), key: entry.key)
      }
      return lesser.first { $0.definition != nil } ?? entry
    }
    return document
  }

  private static func leaving(_ names: Set<String>, out members: JSONObject) -> JSONObject {
    JSONObject(members: members.sortedMembers.filter { !names.contains($0.name) }.map { ($0.name, $0.value) })
  }
}
