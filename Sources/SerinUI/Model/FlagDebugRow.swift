public import Serin

/// One flag in the debug menu.
public struct FlagDebugRow: Identifiable, Sendable, Hashable {
  /// The flag's exact key.
  public let key: String
  /// What is in effect, and why.
  public let details: FlagDetails
  /// How the app declares the flag; nil for one that only a source knows.
  public let declaration: FlagKey?
  /// What is set by hand on this device; nil when nothing is.
  public let override: FlagOverride?

  /// The same as ``key``.
  public var id: String { key }

  /// Whether the flag is on, by its answer or by default.
  public var isEnabled: Bool { details.isEnabled }

  /// The outcome's name; nil while the flag has no answer.
  public var variation: String? { details.flag?.variation }

  /// The values the flag carries, in the order of their names' bytes.
  public var properties: [FlagDebugProperty] {
    let overridden = override?.properties ?? [:]
    let properties = (details.flag?.properties ?? [:]).map { name, value in
      FlagDebugProperty(name: name, value: value, isOverridden: overridden[name] != nil)
    }
    return properties.sorted { ExactString($0.name) < ExactString($1.name) }
  }

  /// State, outcome and reason in one line, for example `on · treatment · ruleMatched · remote`.
  public var summary: String {
    let state = isEnabled ? "on" : "off"
    var words = [state]
    if let variation, variation != state { words.append(variation) }
    words += [details.reason.rawValue, details.origin.text]
    if details.isPinned { words.append("pinned") }
    return words.joined(separator: " · ")
  }

  /// The same in words for who listens to the screen.
  public var accessibilityLabel: String {
    var words = ["\(key), \(isEnabled ? "on" : "off")"]
    if let variation { words.append("variation \(variation)") }
    words.append("reason \(details.reason.rawValue)")
    words.append(override == nil ? "from \(details.origin.text)" : "overridden on this device")
    return words.joined(separator: ", ")
  }

  /// Whether a person looks for this flag.
  ///
  /// - Parameter search: Words that all must be in the key, the owner, the variation or the reason; upper and lower
  ///   case are the same. None finds everything.
  func matches(_ search: String) -> Bool {
    let text = [key, declaration?.owner ?? "", variation ?? "", details.reason.rawValue].joined(separator: "\n")
    let lowercased = text.lowercased()
    return search.lowercased().split(whereSeparator: \.isWhitespace).allSatisfy { lowercased.contains($0) }
  }
}

extension FlagOrigin {
  /// Where an answer comes from, in a word.
  var text: String {
    switch self {
    case .override: "override"
    case .remote: "remote"
    case .stored: "stored"
    case .source(let name): name
    case .code: "code"
    }
  }
}
