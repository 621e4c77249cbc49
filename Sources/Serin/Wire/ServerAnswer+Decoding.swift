extension ServerAnswer {
  /// Reads an answer.
  ///
  /// Unknown members are ignored, since a newer server may send more. Anything that has another type than it must have
  /// spoils the whole answer: half an answer would look like flags that were archived.
  ///
  /// - Parameters:
  ///   - bytes: The body.
  ///   - origin: Where the flags are said to come from.
  init(parsing bytes: some Collection<UInt8>, origin: FlagOrigin) throws(UnusableAnswer) {
    guard bytes.count <= Self.maximumBytes else {
      throw UnusableAnswer("the answer has \(bytes.count) bytes, more than \(Self.maximumBytes)")
    }
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: bytes)
    } catch {
      throw UnusableAnswer("the answer is not JSON: \(error.message) at byte \(error.offset)")
    }
    try self.init(json: json, origin: origin)
  }

  /// Reads an answer from JSON; see ``init(parsing:origin:)``.
  init(json: JSONValue, origin: FlagOrigin) throws(UnusableAnswer) {
    guard case .object(let object) = json else {
      throw UnusableAnswer("the answer is \(json.typeDescription), not an object")
    }
    let members = AnswerMembers(object: object, path: "")
    epoch = try members.integer("epoch") ?? 0
    revision = try members.integer("revision") ?? 0
    isPartial = try members.bool("partial") ?? false
    undecided = []
    for (index, element) in (try members.array("undecided") ?? []).enumerated() {
      guard let key = element.stringValue else {
        throw UnusableAnswer("undecided[\(index)] is \(element.typeDescription), not a string")
      }
      undecided.insert(key)
    }
    guard let elements = try members.array("flags") else { throw UnusableAnswer("flags is missing") }
    flags = []
    malformed = []
    flags.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      guard case .object(let object) = element else {
        throw UnusableAnswer("flags[\(index)] is \(element.typeDescription), not an object")
      }
      try append(AnswerMembers(object: object, path: "flags[\(index)]."), origin: origin)
    }
  }

  private mutating func append(_ members: AnswerMembers, origin: FlagOrigin) throws(UnusableAnswer) {
    let key = try members.required(members.string("key"), "key")
    let reason = FlagReason(rawValue: try members.required(members.string("reason"), "reason"))
    guard reason != .malformed else {
      malformed.append(key)
      return
    }
    // Of no consequence to the answer, so whatever else stands there does not spoil it.
    if let kind = members.object["kind"]?.stringValue.flatMap(FlagKind.init) { kinds.append((key, kind)) }
    flags.append(
      FeatureFlag(
        key: key,
        isEnabled: try members.required(members.bool("isEnabled"), "isEnabled"),
        ruleId: try members.required(members.string("ruleId"), "ruleId"),
        variation: try members.required(members.string("variation"), "variation"),
        reason: reason, origin: origin, revision: revision, epoch: epoch,
        properties: try members.object("properties") ?? [:]))
  }
}
