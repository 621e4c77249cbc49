import Serin

/// The shop's page.
///
/// It only reads flags, so a test may hand it a `FlagsSnapshot` instead of the client.
struct Shop {
  let flags: any FlagReading

  /// The page, line by line.
  var page: [String] {
    [welcome, layout, recommendations, checkout, shipping]
  }

  private var welcome: String {
    flags.get("welcome_text")?.string(forProperty: "text", default: "Welcome!") ?? "Welcome!"
  }

  private var layout: String {
    let layout = flags.get("home_layout")?.jsonObject(forProperty: "layout")
    let columns = layout?["columns"]?.numberValue ?? 1
    return "home page: \(number(columns)) column\(columns == 1 ? "" : "s")"
  }

  private var recommendations: String {
    guard let flag = flags.get("recommendations"), flag.isEnabled else { return "recommendations: none" }
    return "recommendations: \(flag.string(forProperty: "algorithm", default: "bestsellers")) (\(flag.variation))"
  }

  private var checkout: String {
    // A kill switch is on unless somebody turned it off, so its default is on.
    guard flags.isEnabled("payment_system_enabled", default: true) else {
      return "checkout: closed, please come back later"
    }
    guard let flag = flags.get("new_checkout") else {
      return "old checkout: no flag is known, everything as in the code"
    }
    let color = flag.string(forProperty: "button_color", default: "blue")
    let items = number(flag.number(forProperty: "max_items", default: 3))
    let state = flag.isEnabled ? "new checkout: on" : "old checkout: new_checkout is off"
    return "\(state) (\(cause(of: flag))), button colour \(color), up to \(items) items"
  }

  private var shipping: String {
    guard let flag = flags.get("free_shipping"), flag.isEnabled else { return "shipping: 4.90" }
    return "shipping: free from \(number(flag.number(forProperty: "minimum_order", default: 50)))"
  }

  private func cause(of flag: FeatureFlag) -> String {
    switch flag.ruleId {
    case "": "killed"
    case "default": "no rule matched"
    default: flag.reason == .notDrawn ? "rule \(flag.ruleId), not drawn" : "rule \(flag.ruleId)"
    }
  }

  private func number(_ value: Double) -> String {
    Int(exactly: value).map(String.init) ?? String(value)
  }
}

extension Shop {
  /// Where the flags on the page come from, in words.
  static func source(of state: FlagsState) -> String {
    let problem = state.lastError.map { " (\($0.message))" } ?? ""
    switch state.origin {
    case .remote: return "flags: from the server, revision \(state.revision ?? 0)"
    case .stored: return "flags: nothing new from the server\(problem), stored ones of revision \(state.revision ?? 0)"
    default: return "flags: nothing new from the server\(problem), defaults of the code"
    }
  }
}
