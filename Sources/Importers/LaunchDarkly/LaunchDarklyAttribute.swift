import SerinFlags

/// The kinds of contexts: Serin has one, LaunchDarkly's user.
enum LaunchDarklyContextKind {
  static func isUser(_ node: SourceNode) -> Bool {
    node.isAbsent || node.string == "" || node.string == "user"
  }

  /// Leaves the flag out unless the kind is the user.
  static func check(_ node: SourceNode, _ draft: inout ImportDraft) -> Bool {
    if isUser(node) { return true }
    draft.leaveOut(node.path, "\(node.value.shown) is another kind of context than the user, the only one in Serin")
    return false
  }
}

/// References to attributes.
enum LaunchDarklyAttribute {
  /// The attribute of Serin; nil when the draft says why there is none.
  ///
  /// - Parameters:
  ///   - node: A name, or beside a kind of context a reference such as `/address/city`.
  ///   - kind: The kind of context beside it.
  static func name(_ node: SourceNode, kind: SourceNode, _ draft: inout ImportDraft) -> String? {
    guard let reference = node.string, !reference.utf8.isEmpty else {
      draft.leaveOut(node.path, "is not the name of an attribute")
      return nil
    }
    var name = reference
    if !kind.isAbsent, kind.string != "", reference.utf8.first == UInt8(ascii: "/") {
      guard let single = single(reference) else {
        draft.leaveOut(node.path, "\(node.value.shown) looks into an object, which no attribute of Serin is")
        return nil
      }
      name = single
    }
    return name == "key" ? "userID" : draft.attribute(name, at: node.path)
  }

  /// The name in a reference of one part, with `~1` for a slash and `~0` for a tilde; nil for any other.
  private static func single(_ reference: String) -> String? {
    let part = Array(reference.utf8.dropFirst())
    guard !part.isEmpty, !part.contains(UInt8(ascii: "/")) else { return nil }
    var name: [UInt8] = []
    var index = 0
    while index < part.count {
      if part[index] == UInt8(ascii: "~") {
        index += 1
        guard index < part.count else { return nil }
        switch part[index] {
        case UInt8(ascii: "0"): name.append(UInt8(ascii: "~"))
        case UInt8(ascii: "1"): name.append(UInt8(ascii: "/"))
        default: return nil
        }
      } else {
        name.append(part[index])
      }
      index += 1
    }
    return String(decoding: name, as: UTF8.self)
  }
}
