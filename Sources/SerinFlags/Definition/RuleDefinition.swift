/// One rule of a flag: whom it matches and what they get.
public struct RuleDefinition: DocumentPart {
  /// `r_` and eight hexadecimal digits; it never changes.
  public var id: String
  /// What people call it.
  public var name: String?
  /// Whom it matches; nil for everybody.
  public var when: Condition?
  /// How many of those it matches are in; nil for all.
  public var rollout: Rollout?
  /// What those who are in get.
  public var serve: Serve

  /// Creates a rule.
  public init(id: String, name: String? = nil, when: Condition? = nil, rollout: Rollout? = nil, serve: Serve) {
    self.id = id
    self.name = name
    self.when = when
    self.rollout = rollout
    self.serve = serve
  }

  /// The rule as an element of `rules`.
  public var json: JSONValue {
    var object: JSONObject = ["id": .string(id), "serve": serve.json]
    if let name { object["name"] = .string(name) }
    if let when { object["when"] = when.json }
    if let rollout { object["rollout"] = rollout.json }
    return .object(object)
  }
}

extension RuleDefinition {
  init?(decoding value: JSONValue, with decoder: inout DocumentDecoder) {
    guard let object = decoder.object(value) else { return nil }
    decoder.checkMembers(of: object, known: ["id", "name", "when", "rollout", "serve"])
    let id = decoder.required("id", of: object) { decoder, value -> String? in
      guard let id = decoder.name(value) else { return nil }
      if decoder.mode == .write, !KeyGrammar.isRuleID(id) {
        decoder.report("\(decoder.shown(id)) is not a rule id; it is r_ and eight of 0-9a-f, such as r_1a2b3c4d")
      }
      return id
    }
    let name = decoder.descriptive("name", of: object) { $0.text($1, maximumBytes: $0.limits.nameBytes) }
    decoder.conditionCount = 0
    let when = decoder.optional("when", of: object) { decoder, value -> Condition? in
      let condition = Condition(decoding: value, with: &decoder)
      decoder.checkCount(decoder.conditionCount, limit: decoder.limits.conditions, of: "conditions")
      return condition
    }
    let rollout = decoder.optional("rollout", of: object) { Rollout(decoding: $1, with: &$0) }
    let hasRollout = object["rollout"] != nil
    let serve = decoder.required("serve", of: object) { Serve(decoding: $1, hasRollout: hasRollout, with: &$0) }
    guard let id, let serve else { return nil }
    self.init(id: id, name: name, when: when, rollout: rollout, serve: serve)
  }
}
