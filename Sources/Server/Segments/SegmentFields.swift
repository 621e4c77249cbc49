import SerinFlags

/// What a request says of a segment's description, tags and definition.
enum SegmentFields {
  static let descriptionBytes = 4096
  static let tags = 64
  static let tagBytes = 256

  /// The members that a body has; null counts as absent.
  /// - Throws: 422 that names the member.
  static func read(_ body: ControlBody) throws(Problem) -> JSONObject {
    var members: JSONObject = [:]
    if let description = try body.string("description") {
      guard isText(description, atMost: descriptionBytes) else {
        throw Problem(
          path: "description",
          message: "must be at most \(descriptionBytes) bytes of text without U+0000, not \(Shown.text(description))")
      }
      members["description"] = .string(description)
    }
    if let tags = try body.strings("tags") {
      guard tags.count <= Self.tags else {
        throw Problem(path: "tags", message: "has \(tags.count) tags; at most \(Self.tags) are allowed")
      }
      for (index, tag) in tags.enumerated() where tag.isEmpty || !isText(tag, atMost: tagBytes) {
        throw Problem(
          path: "tags[\(index)]",
          message: "must be 1 to \(tagBytes) bytes of text without U+0000, not \(Shown.text(tag))")
      }
      members["tags"] = .array(tags.map(JSONValue.string))
    }
    if let definition = body.object["definition"], definition != .null { members["definition"] = definition }
    return members
  }

  private static func isText(_ text: String, atMost limit: Int) -> Bool {
    text.utf8.count <= limit && !text.utf8.contains(0)
  }
}
