import SerinFlags

// Parts of a source document that several readers need. Each says why the current flag is left out when it gives nil.
extension ImportDraft {
  /// The pattern that a node holds.
  mutating func pattern(_ node: SourceNode) -> Pattern? {
    guard let text = node.string else {
      leaveOut(node.path, "\(node.value.typeDescription) is not a pattern")
      return nil
    }
    do throws(PatternError) {
      return try Pattern(parsing: text)
    } catch {
      leaveOut(node.path, "the pattern needs what Serin's dialect does not have: \(error)")
      return nil
    }
  }

  /// The name of an attribute, if it can have the same name in Serin.
  mutating func attribute(_ node: SourceNode) -> String? {
    guard let name = node.string, !name.isEmpty else {
      leaveOut(node.path, "is not the name of an attribute")
      return nil
    }
    return attribute(name, at: node.path)
  }

  /// The name of an attribute, if it can have the same name in Serin.
  mutating func attribute(_ name: String, at path: String) -> String? {
    if name.hasSameBytes(as: "userID") || name.hasSameBytes(as: "deviceID") {
      leaveOut(path, "an attribute named `\(name)` cannot be kept: in Serin's conditions that is the context's id")
      return nil
    }
    return name
  }

  /// A text that only describes; empty when a document cannot hold it.
  mutating func description(_ node: SourceNode) -> String {
    guard let text = node.string else { return "" }
    guard text.utf8.count > Self.longestDescription else { return text }
    note(node.path, "is longer than \(Self.longestDescription) bytes and is not taken over")
    return ""
  }

  /// What a publisher may write, in bytes.
  private static let longestDescription = 4096

  /// Leaves the flag out for something that the reader does not know.
  mutating func unknown(_ node: SourceNode, _ what: String) {
    leaveOut(node.path, node.isAbsent ? "\(what) is missing" : "\(node.value.shown) is no \(what) that is known here")
  }
}

extension JSONValue {
  /// The value as findings show it, cut when it is long.
  var shown: String {
    let text = text()
    return text.utf8.count <= 80 ? text : String(text.prefix(60)) + "…"
  }
}
