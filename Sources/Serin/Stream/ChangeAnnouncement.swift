import Foundation

/// What the server says when a ruleset has changed: the data of a `changed` event.
struct ChangeAnnouncement: Sendable, Hashable {
  /// The ruleset that answers should be made from now on.
  let version: RulesetVersion
  /// Over how many seconds clients should spread their requests; 0 to 30.
  let spread: TimeInterval

  /// The type of the event.
  static let eventType = "changed"
  /// The spread where the server names none.
  static let defaultSpread: TimeInterval = 2
  /// A change that may not wait, as a kill, is spread over so many seconds at most.
  static let longestUrgentSpread: TimeInterval = 2
  /// A server spreads no further than this; what says more is not believed.
  static let longestSpread: TimeInterval = 30

  /// Creates an announcement.
  init(version: RulesetVersion, spread: TimeInterval) {
    self.version = version
    self.spread = spread
  }

  /// Reads the data of an event; nil when it names no ruleset.
  ///
  /// A spread that is none counts as missing: the change itself is what matters.
  init?(parsing data: String) {
    guard let json = try? JSONValue(parsing: Array(data.utf8)),
      let epoch = json["epoch"]?.numberValue.flatMap(Int64.init(exactly:)),
      let revision = json["revision"]?.numberValue.flatMap(Int64.init(exactly:))
    else { return nil }
    let given = json["spread"]?.numberValue.flatMap { $0 >= 0 ? min($0, Self.longestSpread) : nil }
    let isUrgent = json["urgent"]?.boolValue ?? false
    let spread = given ?? Self.defaultSpread
    self.init(
      version: RulesetVersion(epoch: epoch, revision: revision),
      spread: isUrgent ? min(spread, Self.longestUrgentSpread) : spread)
  }
}
