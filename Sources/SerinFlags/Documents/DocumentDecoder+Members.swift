extension DocumentDecoder {
  /// A member that must be there.
  @discardableResult
  mutating func required<Value>(
    _ name: String, of object: JSONObject, _ body: (inout DocumentDecoder, JSONValue) -> Value?
  ) -> Value? {
    member(name, of: object) { decoder, value in
      guard let value else {
        decoder.report("is missing")
        return nil
      }
      return body(&decoder, value)
    }
  }

  /// A member that may be missing.
  ///
  /// `null` is not the same: leaving out a condition widens a rule, so it must be plain.
  @discardableResult
  mutating func optional<Value>(
    _ name: String, of object: JSONObject, _ body: (inout DocumentDecoder, JSONValue) -> Value?
  ) -> Value? {
    member(name, of: object) { decoder, value in
      value.flatMap { body(&decoder, $0) }
    }
  }

  /// A member that only describes, and so may be missing or null alike.
  mutating func descriptive<Value>(
    _ name: String, of object: JSONObject, _ body: (inout DocumentDecoder, JSONValue) -> Value?
  ) -> Value? {
    member(name, of: object) { decoder, value in
      guard let value, !value.isNull else { return nil }
      return body(&decoder, value)
    }
  }

  /// Refuses members that this version does not have.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - known: The members that are read elsewhere.
  mutating func checkMembers(of object: JSONObject, known: [String]) {
    guard mode == .write else { return }
    for member in object.members where !known.contains(where: member.name.hasSameBytes) {
      self.member(member.name, of: object) { decoder, _ in
        decoder.report("is unknown; allowed are \(known.joined(separator: ", "))")
      }
    }
  }
}
