import SerinFlags

// Members of a source document, read so that one of a wrong type is never taken for one that is missing: leaving out a
// condition would widen a rule.
extension FindingList {
  /// The elements of a member; none when it is missing or null.
  mutating func array(_ name: String, of json: JSONValue, path: String) -> [JSONValue] {
    guard let value = json.given(name) else { return [] }
    if value.arrayValue == nil { leaveOut(DocumentPath.member(path, name), "is not an array") }
    return value.arrayValue ?? []
  }

  /// A member that is true or false; false when it is missing or null.
  mutating func bool(_ name: String, of json: JSONValue, path: String, default fallback: Bool = false) -> Bool {
    guard let value = json.given(name) else { return fallback }
    if value.boolValue == nil { leaveOut(DocumentPath.member(path, name), "is not a boolean") }
    return value.boolValue ?? fallback
  }

  /// A member that is a text, or a number that counts as its digits; nil when it is missing, null or empty.
  mutating func text(_ name: String, of json: JSONValue, path: String) -> String? {
    switch json.given(name) {
    case nil: return nil
    case .string(let text): return text.isEmpty ? nil : text
    case .number(let number): return JSONValue.number(number).text()
    default:
      leaveOut(DocumentPath.member(path, name), "is not a text")
      return nil
    }
  }

  /// A text that only describes, when it is short enough for a document.
  mutating func description(
    _ name: String, of json: JSONValue, path: String, maximumBytes: Int
  ) -> String? {
    guard let text = json[name]?.stringValue, !text.isEmpty else { return nil }
    guard text.utf8.count > maximumBytes else { return text }
    note(DocumentPath.member(path, name), "is longer than \(maximumBytes) bytes and is not taken over")
    return nil
  }
}

extension JSONValue {
  /// A member that is there and not null.
  func given(_ name: String) -> JSONValue? {
    guard let value = self[name], !value.isNull else { return Optional.none }
    return value
  }
}
