extension Condition {
  /// The members of which a condition has exactly one, in the order in which messages list them.
  private static let kinds = ["all", "any", "not", "attribute", "segment", "percent", "flag", "now"]
  /// Those that only a segment's conditions may have.
  private static let segmentKinds = ["list", "listed", "behaviour"]

  init?(decoding value: JSONValue, depth: Int = 1, with decoder: inout DocumentDecoder) {
    guard let object = decoder.object(value) else { return nil }
    guard depth <= decoder.limits.conditionDepth else {
      decoder.report("is nested too deep; at most \(decoder.limits.conditionDepth) levels are allowed")
      return nil
    }
    let allowed = decoder.isInSegment ? Self.kinds + Self.segmentKinds : Self.kinds
    let kinds = allowed.filter { object[$0] != nil }
    guard let kind = kinds.first, kinds.count == 1 else {
      if let kind = Self.segmentKinds.first(where: { object[$0] != nil }), !decoder.isInSegment {
        decoder.report("`\(kind)` is allowed only in a segment; put it into one and use `segment` here")
        return nil
      }
      let problem =
        kinds.isEmpty ? "is not a condition" : "is several conditions at once (\(kinds.joined(separator: ", ")))"
      decoder.report("\(problem); it has one of the members \(allowed.joined(separator: ", "))")
      return nil
    }
    switch kind {
    case "all", "any", "not":
      self.init(group: kind, of: object, depth: depth, with: &decoder)
    case "attribute":
      guard let condition = AttributeCondition(decoding: object, with: &decoder) else { return nil }
      self = .attribute(condition)
    default:
      decoder.conditionCount += 1
      self.init(leaf: kind, of: object, with: &decoder)
    }
  }

  private init?(group kind: String, of object: JSONObject, depth: Int, with decoder: inout DocumentDecoder) {
    decoder.checkMembers(of: object, known: [kind])
    if kind == "not" {
      let inner = decoder.required(kind, of: object) { Condition(decoding: $1, depth: depth + 1, with: &$0) }
      guard let inner else { return nil }
      self = .not(inner)
    } else {
      let list = decoder.required(kind, of: object) { Self.list(decoding: $1, depth: depth + 1, with: &$0) }
      guard let list else { return nil }
      self = kind == "all" ? .all(list) : .any(list)
    }
  }

  /// Reads a condition that is neither a group nor a comparison.
  private init?(leaf kind: String, of object: JSONObject, with decoder: inout DocumentDecoder) {
    let condition: Condition?
    switch kind {
    case "segment":
      decoder.checkMembers(of: object, known: [kind])
      condition = decoder.required(kind, of: object) { $0.reference($1) }.map { .segment($0) }
    case "percent":
      decoder.checkMembers(of: object, known: [kind])
      condition = decoder.required(kind, of: object) { Rollout(decoding: $1, isCondition: true, with: &$0) }
        .map { .percent($0) }
    case "flag":
      decoder.checkMembers(of: object, known: [kind, "serves"])
      let key = decoder.required(kind, of: object) { $0.reference($1) }
      let variation = decoder.required("serves", of: object) { $0.name($1) }
      condition = key.flatMap { key in variation.map { .flag(key, serves: $0) } }
    case "now":
      decoder.checkMembers(of: object, known: [kind, "instant"])
      let relation = decoder.required(kind, of: object) { TimeRelation(decoding: $1, with: &$0) }
      let instant = decoder.required("instant", of: object) { $0.instant($1) }
      condition = relation.flatMap { relation in instant.map { .now(relation, $0) } }
    case "list":
      condition = IDCondition(decoding: object, with: &decoder).map { .list($0) }
    case "listed":
      decoder.checkMembers(of: object, known: [kind])
      condition = decoder.required(kind, of: object) { ListReference(decoding: $1, with: &$0) }.map { .listed($0) }
    default:
      decoder.checkMembers(of: object, known: [kind])
      condition = decoder.required(kind, of: object) { BehaviourFact(decoding: $1, with: &$0) }.map { .behaviour($0) }
    }
    guard let condition else { return nil }
    self = condition
  }

  /// Reads the conditions of `all` and `any`.
  private static func list(
    decoding value: JSONValue, depth: Int, with decoder: inout DocumentDecoder
  ) -> [Condition]? {
    guard let elements = decoder.array(value) else { return nil }
    // A reader takes an empty list as Kleene does; written by hand it is everybody or nobody by accident.
    if elements.isEmpty, decoder.mode == .write {
      let remedy =
        decoder.isInSegment
        ? "a segment of nobody is `{\"list\": []}`" : "leave `when` out for a rule that matches everybody"
      decoder.report("must not be empty; \(remedy)")
    }
    let conditions = decoder.elements(of: elements) { Condition(decoding: $1, depth: depth, with: &$0) }
    return conditions.count == elements.count ? conditions : nil
  }
}

extension TimeRelation {
  init?(decoding value: JSONValue, with decoder: inout DocumentDecoder) {
    guard let word = decoder.string(value) else { return nil }
    guard let relation = TimeRelation(rawValue: word) else {
      decoder.report("\(decoder.shown(word)) is neither before nor after")
      return nil
    }
    self = relation
  }
}
