import SerinFlags

/// Tells a person step by step why a flag answers what it answers, from the explanation in JSON.
struct ExplanationText {
  private let style: Style
  private(set) var lines: [String] = []

  /// Describes an explanation.
  init(_ explanation: JSONValue, style: Style) {
    self.style = style
    for issue in explanation["issues"]?.arrayValue ?? [] {
      add("problem: \(word(issue["path"])): \(word(issue["message"]))", depth: 0)
    }
    for prerequisite in explanation["prerequisites"]?.arrayValue ?? [] { addPrerequisite(prerequisite) }
    for (index, rule) in (explanation["rules"]?.arrayValue ?? []).enumerated() { addRule(rule, number: index + 1) }
    if lines.isEmpty { add("the flag has no rules", depth: 0) }
  }

  private mutating func addPrerequisite(_ prerequisite: JSONValue) {
    let reason = prerequisite["reason"]?.stringValue
    let isMet = prerequisite["isMet"]?.boolValue
    let found: String
    if let variation = prerequisite["variation"] {
      found =
        "it serves \(FlagText.plain(variation)) and is \(prerequisite["isEnabled"]?.boolValue == true ? "on" : "off")"
    } else {
      found = reason.map { "it is \($0)" } ?? (isMet == nil ? "not looked at" : "there is no such flag")
    }
    let open = reason == nil ? "not reached" : "undecided"
    add(
      "requires that \(RuleText.prerequisite(prerequisite)): ", isMet.map { $0 ? "met" : "not met" } ?? open,
      isGood: isMet == true, tail: " (\(found))")
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
    let truth = condition["undecided"]?.boolValue == true ? "undecided" : word(condition["truth"])
    let isGood = truth == "true"
    if condition["attribute"] != nil, let comparison = RuleText.comparison(condition) {
      let actual = condition["actual"].map { "is " + $0.text() } ?? "absent"
      add("\(comparison): ", truth, isGood: isGood, tail: " (\(actual))", depth: depth)
      return
    }
    for group in ["all", "any", "not"] {
      guard let inner = condition[group] else { continue }
      add("\(group): ", truth, isGood: isGood, depth: depth)
      for part in inner.arrayValue ?? [inner] { addCondition(part, depth: depth + 1) }
      return
    }
    guard let words = RuleText.single(condition) else {
      add(condition.text(), depth: depth)
      return
    }
    if let draw = condition["draw"] {
      add("\(words): ", truth, isGood: isGood, tail: " (\(drawing(draw)))", depth: depth)
      return
    }
    let inner = condition["condition"]
    let isKnown = condition["segment"] != nil && inner == nil && truth != "undecided"
    add("\(words): ", truth, isGood: isGood, tail: isKnown ? " (as decided before)" : "", depth: depth)
    if let inner { addCondition(inner, depth: depth + 1) }
  }

  private mutating func addRollout(_ rollout: JSONValue) {
    let isDrawn = rollout["isDrawn"]?.boolValue == true
    add("rollout: \(drawing(rollout)): ", isDrawn ? "in" : "not in", isGood: isDrawn, depth: 1)
  }

  /// How a percentage came out: the unit, its number and what the number is compared with.
  private func drawing(_ draw: JSONValue) -> String {
    let threshold = "threshold \(number(draw["threshold"], of: draw))"
    guard draw["number"] == nil else { return "\(drawn(draw)); \(threshold)" }
    guard draw["isPastDeadline"] != .bool(true) else { return "the deadline has passed" }
    let why = draw["unit"] == nil ? "there is no \(word(draw["attribute"])) to draw on" : "nothing is drawn"
    return "\(why); \(threshold)"
  }

  private mutating func addSplit(_ split: JSONValue) {
    guard split["number"] != nil else {
      add("split: there is no \(word(split["attribute"])) to draw on", depth: 1)
      return
    }
    let verdict = split["variation"].map { "variation \(FlagText.plain($0))" } ?? "behind the last weight"
    add("split: \(drawn(split)): \(verdict)", depth: 1)
  }

  private func drawn(_ draw: JSONValue) -> String {
    let unit = "\(word(draw["attribute"])) \"\(word(draw["unit"]))\" with salt \"\(word(draw["salt"]))\""
    let algorithm = draw["draw"]?.stringValue ?? DrawAlgorithm.sha256.rawValue
    let way = algorithm == DrawAlgorithm.sha256.rawValue ? "" : " by \(algorithm)"
    return "\(unit)\(way) draws \(number(draw["number"], of: draw))"
  }

  /// A number of a draw with the percentage that it stands for, which depends on how many numbers the draw has.
  private func number(_ value: JSONValue?, of draw: JSONValue) -> String {
    guard let value, let number = Self.double(value) else { return "?" }
    let own = Double(Draw.range)
    let range = draw["range"].flatMap(Self.double) ?? own
    let percent = range == own ? number / 1_000_000 : (number / range * 1e8).rounded() / 1e6
    let text = range == own ? "" : " of \(word(draw["range"]))"
    return "\(word(value))\(text) (\(JSONValue.number(percent).text()) %)"
  }

  /// A number, which is written as a text where it has too many digits.
  private static func double(_ value: JSONValue) -> Double? {
    value.numberValue ?? value.stringValue.flatMap(Double.init)
  }

  private func word(_ value: JSONValue?) -> String { value.map(FlagText.plain) ?? "?" }

  private mutating func add(_ text: String, depth: Int) {
    lines.append(String(repeating: "  ", count: depth) + text.printable)
  }

  private mutating func add(_ text: String, _ verdict: String, isGood: Bool, tail: String = "", depth: Int = 0) {
    add(text, depth: depth)
    let shown = verdict.printable
    lines[lines.count - 1] += (isGood ? style.green(shown) : style.red(shown)) + tail.printable
  }

  private static let results = [
    "matched": "matched", "notMatched": "not matched", "unknown": "unknown, so not matched",
    "notReached": "not reached", "undecided": "undecided",
  ]
}
