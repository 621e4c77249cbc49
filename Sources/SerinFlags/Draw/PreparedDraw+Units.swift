extension PreparedDraw {
  /// The text that is drawn on for an attribute's value, or nil when the source has no unit in such a value.
  ///
  /// Serin's own draw takes only a string that is not empty. Lists, objects, booleans and null are no unit anywhere:
  /// the sources do not agree on how they are written.
  package func unit(of value: JSONValue) -> String? {
    switch value {
    case .string(let text): text.utf8.isEmpty && !hasEmptyUnits ? nil : text
    case .number(let number): unit(of: number)
    default: nil
    }
  }

  /// Whether the empty string is an id as any other.
  private var hasEmptyUnits: Bool {
    switch algorithm {
    case .sha256, .growthBook1, .growthBook2, .eppo, .postHog: false
    // The short form needs a targeting key that is not empty; any text may be given as the first argument.
    case .flagd: prefix.isEmpty
    case .unleash, .launchDarkly, .configCat, .flagsmith, .featBit, .statsig, .sha256Prefix, .djb2: true
    }
  }

  /// A number as the text that the source hashes.
  private func unit(of number: Double) -> String? {
    switch algorithm {
    case .sha256, .flagd, .eppo: nil
    case .launchDarkly: number.exactInteger.map(String.init)
    case .growthBook1, .growthBook2: number == 0 ? nil : JSONValue.number(number).text()
    case .unleash, .configCat, .postHog, .flagsmith, .featBit, .statsig, .sha256Prefix, .djb2:
      JSONValue.number(number).text()
    }
  }
}
