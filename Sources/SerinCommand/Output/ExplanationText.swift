import SerinFlags

/// Tells a person rule by rule why a flag answers what it answers, from the explanation that a server gave.
struct ExplanationText {
  private let style: Style
  private(set) var lines: [String] = []

  /// Describes an explanation.
  init(_ explanation: JSONValue, style: Style) {
    self.style = style
    for issue in explanation["issues"]?.arrayValue ?? [] {
      add("problem: \(word(issue["path"])): \(word(issue["message"]))", depth: 0)
    }
    for (index, rule) in (explanation["rules"]?.arrayValue ?? []).enumerated() { addRule(rule, number: index + 1) }
    if lines.isEmpty { add("the flag has no rules", depth: 0) }
  }

  private mutating func addRule(_ rule: JSONValue, number: Int) {
    let name = rule["name"]?.stringValue.map { " \"\($0)\"" } ?? ""
    let result = word(rule["result"])
    add("rule \(number) \(word(rule["id"]))\(name): ", Self.results[result] ?? result, isGood: result == "matched")
    if let condition = rule["condition"] { addCondition(condition, depth: 1) }
    if let rollout = rule["rollout"] { addRollout(rollout) }
    if let split = rule["split"] { addSplit(split) }
  }

  /// A server's conditions nest no deeper than its JSON was allowed to, so that the recursion ends early.
  private mutating func addCondition(_ condition: JSONValue, depth: Int) {
    let truth = word(condition["truth"])
    if let comparison = RuleText.comparison(condition) {
      let actual = condition["actual"].map { "is " + $0.text() } ?? "absent"
      add("\(comparison): ", truth, isGood: truth == "true", tail: " (\(actual))", depth: depth)
      return
    }
    for group in ["all", "any", "not"] {
      guard let inner = condition[group] else { continue }
      add("\(group): ", truth, isGood: truth == "true", depth: depth)
      for part in inner.arrayValue ?? [inner] { addCondition(part, depth: depth + 1) }
      return
    }
    add(condition.text(), depth: depth)
  }

  private mutating func addRollout(_ rollout: JSONValue) {
    let isDrawn = rollout["isDrawn"]?.boolValue == true
    let verdict = isDrawn ? "in" : "not in"
    let threshold = "threshold \(draw(rollout["threshold"]))"
    guard rollout["number"] != nil else {
      let why = rollout["unit"] == nil ? "there is no \(word(rollout["attribute"])) to draw on" : "nothing is drawn"
      add("rollout: \(why); \(threshold): ", verdict, isGood: isDrawn, depth: 1)
      return
    }
    add("rollout: \(drawn(rollout)); \(threshold): ", verdict, isGood: isDrawn, depth: 1)
  }

  private mutating func addSplit(_ split: JSONValue) {
    guard split["number"] != nil else {
      add("split: there is no \(word(split["attribute"])) to draw on", depth: 1)
      return
    }
    add("split: \(drawn(split)): variation \(word(split["variation"]))", depth: 1)
  }

  private func drawn(_ draw: JSONValue) -> String {
    let unit = "\(word(draw["attribute"])) \"\(word(draw["unit"]))\" with salt \"\(word(draw["salt"]))\""
    return "\(unit) draws \(self.draw(draw["number"]))"
  }

  /// A number of the draw with the percentage that it stands for.
  private func draw(_ value: JSONValue?) -> String {
    guard let number = value?.numberValue else { return "?" }
    return "\(JSONValue.number(number).text()) (\(JSONValue.number(number / 1_000_000).text()) %)"
  }

  private func word(_ value: JSONValue?) -> String { value.map(FlagText.plain) ?? "?" }

  private mutating func add(_ text: String, depth: Int) {
    lines.append(String(repeating: "  ", count: depth) + Printable.text(text))
  }

  private mutating func add(_ text: String, _ verdict: String, isGood: Bool, tail: String = "", depth: Int = 0) {
    add(text, depth: depth)
    let shown = Printable.text(verdict)
    lines[lines.count - 1] += (isGood ? style.green(shown) : style.red(shown)) + Printable.text(tail)
  }

  private static let results = [
    "matched": "matched", "notMatched": "not matched", "unknown": "unknown, so not matched",
    "notReached": "not reached",
  ]
}
