extension Condition {
  /// Members that make a condition of a kind that this version does not have.
  private static let laterKinds = ["segment", "percent", "flag", "now"]

  init?(decoding value: JSONValue, depth: Int = 1, with decoder: inout DocumentDecoder) {
    guard let object = decoder.object(value) else { return nil }
    guard depth <= decoder.limits.conditionDepth else {
      decoder.report("is nested too deep; at most \(decoder.limits.conditionDepth) levels are allowed")
      return nil
    }
    if let later = Self.laterKinds.first(where: { object[$0] != nil }) {
      decoder.member(later, of: object) { decoder, _ in
        decoder.report("conditions of this kind are not supported by this version")
      }
      return nil
    }
    let kinds = ["all", "any", "not", "attribute"].filter { object[$0] != nil }
    guard let kind = kinds.first, kinds.count == 1 else {
      let problem =
        kinds.isEmpty ? "is not a condition" : "is several conditions at once (\(kinds.joined(separator: ", ")))"
      decoder.report("\(problem); it has one of the members all, any, not, attribute")
      return nil
    }
    switch kind {
    case "attribute":
      guard let condition = AttributeCondition(decoding: object, with: &decoder) else { return nil }
      self = .attribute(condition)
    case "not":
      decoder.checkMembers(of: object, known: [kind])
      let inner = decoder.required(kind, of: object) { Condition(decoding: $1, depth: depth + 1, with: &$0) }
      guard let inner else { return nil }
      self = .not(inner)
    default:
      decoder.checkMembers(of: object, known: [kind])
      let list = decoder.required(kind, of: object) { Self.list(decoding: $1, depth: depth + 1, with: &$0) }
      guard let list else { return nil }
      self = kind == "all" ? .all(list) : .any(list)
    }
  }

  /// Reads the conditions of `all` and `any`.
  private static func list(
    decoding value: JSONValue, depth: Int, with decoder: inout DocumentDecoder
  ) -> [Condition]? {
    guard let elements = decoder.array(value) else { return nil }
    if elements.isEmpty, decoder.mode == .write {
      decoder.report("must not be empty; leave `when` out for a rule that matches everybody")
    }
    let conditions = decoder.elements(of: elements) { Condition(decoding: $1, depth: depth, with: &$0) }
    return conditions.count == elements.count ? conditions : nil
  }
}
