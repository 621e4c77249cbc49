import SerinFlags

/// What a flag does in an environment, in a few words.
struct FlagState: Sendable {
  let text: String
  /// The style of the words: `on`, `off`, `some` or `bad`.
  let style: StaticMarkup

  static let absent = FlagState(text: "not here", style: "off")

  private init(text: String, style: StaticMarkup) {
    self.text = text
    self.style = style
  }

  init(_ flag: ServedFlag, in ruleset: ServedRuleset) {
    let requirements = flag.entry.definition?.prerequisites.count ?? 0
    if !ruleset.compiled.issues(of: flag.compiled).isEmpty {
      self.init(text: "malformed", style: "bad")
    } else if flag.compiled.isKilled {
      self.init(text: "killed", style: "bad")
    } else {
      let outcomes = flag.compiled.outcomes
      let ruled = Set(outcomes.filter { $0.ruleId != "default" && !$0.ruleId.isEmpty }.map(\.ruleId)).count
      let isOn = outcomes.contains { $0.ruleId == "default" && $0.isEnabled }
      let rest = isOn ? "on" : "off"
      if requirements > 0 {
        let rules = ruled == 0 ? "" : "\(ruled) rule\(ruled == 1 ? "" : "s"), else "
        self.init(text: "requires \(requirements) flag\(requirements == 1 ? "" : "s"); \(rules)\(rest)", style: "some")
      } else if ruled == 0 {
        self.init(text: rest, style: isOn ? "on" : "off")
      } else {
        self.init(text: "\(ruled) rule\(ruled == 1 ? "" : "s"), else \(rest)", style: "some")
      }
    }
  }
}
