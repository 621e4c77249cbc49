extension FlagDefinition {
  /// Gives every rule the id and the salts that it lacks, before a new document is decoded.
  ///
  /// What is there stays as it is, wrong or not; the decoder judges it. A split without a salt gets `<salt>/variation`
  /// when its rule has a rollout, so that inclusion and variation are drawn independently, and a salt of its own
  /// otherwise.
  ///
  /// - Parameters:
  ///   - json: The flag's object.
  ///   - generator: The source of the new ids and salts.
  /// - Returns: The object with the missing members added.
  package static func completing(
    json: JSONValue, using generator: inout some RandomNumberGenerator
  ) -> JSONValue {
    guard var object = json.objectValue, let rules = object["rules"]?.arrayValue else { return json }
    var ids = Set(rules.compactMap { $0["id"]?.stringValue })
    var completed: [JSONValue] = []
    for rule in rules {
      guard var members = rule.objectValue else {
        completed.append(rule)
        continue
      }
      if members["id"] == nil {
        var id = KeyGrammar.newRuleID(using: &generator)
        while !ids.insert(id).inserted { id = KeyGrammar.newRuleID(using: &generator) }
        members["id"] = .string(id)
      }
      completeSalts(of: &members, using: &generator)
      completed.append(.object(members))
    }
    object["rules"] = .array(completed)
    return .object(object)
  }

  private static func completeSalts(of rule: inout JSONObject, using generator: inout some RandomNumberGenerator) {
    if var rollout = rule["rollout"]?.objectValue, rollout["salt"] == nil {
      rollout["salt"] = .string(KeyGrammar.newSalt(using: &generator))
      rule["rollout"] = .object(rollout)
    }
    if var split = rule["serve"]?.objectValue, split["salt"] == nil {
      let salt = rule["rollout"]?["salt"]?.stringValue.map(Split.salt(besideRollout:))
      split["salt"] = .string(salt ?? KeyGrammar.newSalt(using: &generator))
      rule["serve"] = .object(split)
    }
  }
}

extension Split {
  /// The salt of a split that names none, beside a rollout of this salt.
  static func salt(besideRollout salt: String) -> String {
    salt + "/variation"
  }
}
