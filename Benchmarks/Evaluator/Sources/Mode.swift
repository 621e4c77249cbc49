/// What is measured, as the driver names it.
enum Mode {
  /// `single:RULESET:ENGINE`: one question at a time, contexts and flags in random order.
  case single(RulesetName)
  /// `bound:RULESET:ENGINE`: a context once, then all flags one by one.
  case bound(RulesetName)
  /// `bulk:RULESET:ENGINE`: all flags of a context in one call.
  case bulk(RulesetName)
  /// `hit:COUNT` and `miss:COUNT`: whether an id is in a segment of so many, in random order.
  case membership(count: Int, isHit: Bool)

  /// A ruleset of the benchmark's files, `DRAW-FLAGS`, with what computes the hash.
  struct RulesetName: Hashable {
    var name: String
    var flagCount: Int
    var engine: HashEngine
  }

  /// Reads a mode's name.
  init?(_ text: String) {
    let parts = text.split(separator: ":").map(String.init)
    if parts.count == 2, let count = Int(parts[1]), parts[0] == "hit" || parts[0] == "miss" {
      self = .membership(count: count, isHit: parts[0] == "hit")
      return
    }
    guard parts.count == 3, let engine = HashEngine(rawValue: parts[2]),
      let flagCount = parts[1].split(separator: "-").last.flatMap({ Int($0) })
    else { return nil }
    let ruleset = RulesetName(name: parts[1], flagCount: flagCount, engine: engine)
    switch parts[0] {
    case "single": self = .single(ruleset)
    case "bound": self = .bound(ruleset)
    case "bulk": self = .bulk(ruleset)
    default: return nil
    }
  }
}
