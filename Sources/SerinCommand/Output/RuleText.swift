import SerinFlags

/// Describes rules and conditions to a person.
enum RuleText {
  /// A rule in one sentence: its id and name, whom it is for, how many of them, and what it serves.
  static func sentence(of rule: JSONValue) -> String {
    var start = rule["id"].map(FlagText.plain) ?? "?"
    if let name = rule["name"]?.stringValue { start += " \"\(name)\"" }
    var parts = [rule["when"].map { "when " + condition($0) } ?? "for everybody"]
    if let rollout = rule["rollout"] {
      parts.append("\(percent(rollout["percent"])) % by \(unit(rollout))")
      if let deadline = rollout["deadline"] { parts.append("everybody from \(FlagText.plain(deadline)) on") }
    }
    parts.append("serve " + serve(rule["serve"]))
    if let otherwise = rule["rollout"]?["otherwise"] { parts.append("otherwise " + FlagText.plain(otherwise)) }
    return start + ": " + parts.joined(separator: ", ")
  }

  /// A condition in words, with brackets where it could be read in two ways.
  ///
  /// Documents may nest conditions, but no deeper than their JSON was allowed to, so that the recursion ends early.
  static func condition(_ condition: JSONValue) -> String {
    for (member, word) in [("all", " and "), ("any", " or ")] {
      if let parts = condition[member]?.arrayValue {
        let texts = parts.map { part in
          part["all"] == nil && part["any"] == nil ? self.condition(part) : "(\(self.condition(part)))"
        }
        return texts.joined(separator: word)
      }
    }
    if let inner = condition["not"] { return "not (\(self.condition(inner)))" }
    return single(condition) ?? condition.text()
  }

  /// A condition that holds no others in words, or nil when it is none that this program knows.
  static func single(_ condition: JSONValue) -> String? {
    if let key = condition["segment"]?.stringValue { return "segment \(key)" }
    if let key = condition["flag"]?.stringValue {
      return "flag \(key) serves \(condition["serves"].map(FlagText.plain) ?? "?")"
    }
    if let rollout = condition["percent"] { return "\(percent(rollout["percent"])) % by \(unit(rollout))" }
    if let relation = condition["now"]?.stringValue {
      return "now is \(relation) \(condition["instant"].map(FlagText.plain) ?? "?")"
    }
    if let ids = condition["list"]?.arrayValue { return "\(unit(condition)) is one of \(ids.count) ids" }
    if let list = condition["listed"] { return "\(unit(list)) is one of \(list["count"]?.text() ?? "?") ids" }
    if let fact = condition["behaviour"] {
      let done =
        fact["seen"].map { "has seen \(FlagText.plain($0))" } ?? "did \(fact["did"].map(FlagText.plain) ?? "?")"
      return "\(done) within \(fact["withinDays"]?.text() ?? "?") days"
    }
    return comparison(condition)
  }

  /// A prerequisite in words: `payments is on`, `layout serves wide`.
  static func prerequisite(_ prerequisite: JSONValue) -> String {
    let flag = prerequisite["flag"].map(FlagText.plain) ?? "?"
    if let variation = prerequisite["serves"] { return "\(flag) serves \(FlagText.plain(variation))" }
    return "\(flag) is \(prerequisite["enabled"]?.boolValue == false ? "off" : "on")"
  }

  /// A single comparison in words, or nil when the value is none: `country in ["DE","FR"] ignoring case`.
  static func comparison(_ condition: JSONValue) -> String? {
    guard let attribute = condition["attribute"]?.stringValue, let name = condition["op"]?.stringValue else {
      return nil
    }
    var words = [attribute, name]
    if let wanted = condition["values"] ?? condition["value"] { words.append(wanted.text()) }
    if let divisor = condition["divisor"], let remainder = condition["remainder"] {
      words.append("\(divisor.text()) leaves \(remainder.text())")
    }
    if condition["ignoringCase"]?.boolValue == true { words.append("ignoring case") }
    return words.joined(separator: " ")
  }

  private static func percent(_ value: JSONValue?) -> String { value?.text() ?? "?" }

  /// The attribute that something goes by.
  private static func unit(_ value: JSONValue) -> String { value["by"].map(FlagText.plain) ?? "userID or deviceID" }

  private static func serve(_ serve: JSONValue?) -> String {
    guard let shares = serve?["split"]?.arrayValue else { return serve.map(FlagText.plain) ?? "?" }
    let texts = shares.map { "\($0["variation"].map(FlagText.plain) ?? "?") \($0["weight"]?.text() ?? "?")" }
    return "split " + texts.joined(separator: " : ")
  }
}
