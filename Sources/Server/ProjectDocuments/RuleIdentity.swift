import SerinFlags

/// How rules of a document without ids or salts get those that they have already.
///
/// Otherwise a document that is applied twice would make every such rule anew, and reshuffle everybody each time.
enum RuleIdentity {
  /// The members with the ids and salts of the rules of `old` that they leave out.
  ///
  /// A rule that names its id gets the salts of the one with that id; a rule without one is the first that is otherwise the
  /// same. What is like none of them stays as it is.
  /// - Parameter old: The flag's document as it is; its members are those of a flag.
  static func kept(_ document: JSONObject, from old: JSONObject, key: String) -> JSONObject {
    guard let rules = document["rules"]?.arrayValue, let known = old["rules"]?.arrayValue else { return document }
    let named = Set(rules.compactMap { $0["id"]?.stringValue.map(ExactString.init) })
    var free = known.filter { rule in rule["id"]?.stringValue.map { !named.contains(ExactString($0)) } ?? false }
    var kept: [JSONValue] = []
    for rule in rules {
      guard let members = rule.objectValue else {
        kept.append(rule)
        continue
      }
      if let id = members["id"] {
        let twin = known.first { $0["id"] == id }
        kept.append(.object(twin.map { filled(members, from: $0) } ?? members))
        continue
      }
      let twin = free.firstIndex { isSame(filled(members, from: $0), $0, in: document, key: key) }
      kept.append(twin.map { .object(filled(members, from: free[$0])) } ?? rule)
      if let twin { free.remove(at: twin) }
    }
    var result = document
    result["rules"] = .array(kept)
    return result
  }

  /// A rule with the id and the salts of another one where it has none.
  private static func filled(_ rule: JSONObject, from other: JSONValue) -> JSONObject {
    var filled = rule
    if filled["id"] == nil { filled["id"] = other["id"] }
    for name in ["rollout", "serve"] {
      guard var part = filled[name]?.objectValue, part["salt"] == nil, let salt = other[name]?["salt"] else { continue }
      part["salt"] = salt
      filled[name] = .object(part)
    }
    return filled
  }

  /// Whether a rule means the same as another one, however it is written.
  private static func isSame(_ rule: JSONObject, _ other: JSONValue, in document: JSONObject, key: String) -> Bool {
    func read(_ rule: JSONValue) -> RuleDefinition? {
      var flag = document
      flag["rules"] = [rule]
      return (try? FlagDefinition(json: .object(flag), key: key, mode: .write))?.rules.first
    }
    guard let left = read(.object(rule)), let right = read(other) else { return false }
    return left.json == right.json
  }
}
