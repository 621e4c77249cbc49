import SerinFlags

/// Contexts and instants that often meet the conditions of ``RandomRuleset``.
enum RandomContext {
  static let attributes = ["userID", "country", "plan", "age", "appVersion", "seenAt", "ip", "tags", "deviceID", "é"]
  static let texts: [JSONValue] = [
    "DE", "de", "", "alice", "é", "e\u{301}", "1.2.3", "1.2.4-beta.2", "v2", "2027-01-15T09:00:00Z",
    "2027-01-15T10:30:00.25+01:00", "10.1.2.3", "2001:db8::1", "::ffff:10.0.0.1", "18", "plan-a", "STRASSE", "straße",
  ]
  static let numbers: [JSONValue] = [
    18, 0, -1, 17.5, 1_800_003_600, 9_007_199_254_740_992, 1e300, 3, 100, 0.1,
  ]

  static func context(_ choices: inout Choices) -> FlagContext {
    var context = FlagContext()
    if !choices.oneIn(4) {
      context.userID = choices.pick(["alice", "bob", "", "é", "u" + String(choices.below(1000))])
    }
    if choices.oneIn(2) { context.deviceID = choices.pick(["d-1", "", "d" + String(choices.below(1000))]) }
    for name in attributes where choices.oneIn(2) { context.attributes[name] = value(&choices) }
    return context
  }

  static func value(_ choices: inout Choices, depth: Int = 2) -> JSONValue {
    switch choices.below(depth > 0 ? 10 : 8) {
    case 0...4: choices.pick(texts)
    case 5, 6: choices.pick(numbers)
    case 7: choices.pick([.null, true, false])
    case 8: .array((0..<choices.below(5)).map { _ in value(&choices, depth: depth - 1) })
    default: ["inner": value(&choices, depth: depth - 1)]
    }
  }

  /// An instant around those that documents name.
  static func instant(_ choices: inout Choices) -> Timestamp {
    switch choices.below(8) {
    case 0: .earliest
    case 1: .latest
    case 2: Timestamp(milliseconds: Int64(truncatingIfNeeded: choices.next()))
    default: Timestamp(milliseconds: 1_800_003_600_000 + Int64(choices.below(7) - 3) * 3_600_000)
    }
  }
}
