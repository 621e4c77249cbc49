import SerinFlags
import Store

/// What clients are told when the answers of an environment may have changed: where the ruleset is, and how soon to ask.
///
/// It says nothing of what has changed; whoever wants to know asks, with the rights that they have.
struct ChangeAnnouncement: Sendable, Hashable {
  let epoch: Int64
  let revision: Int64
  /// The digest of what the environment holds, 32 hexadecimal digits.
  let digest: String
  /// Over how long clients should spread their requests, in milliseconds; 0 to 30,000.
  let spread: Int64
  /// Whether the change may not wait, as a kill: then the spread is at most 2,000.
  let isUrgent: Bool

  /// A spread is never longer, in milliseconds.
  static let longestSpread: Int64 = 30_000
  /// That of an urgent change is never longer, in milliseconds.
  static let longestUrgentSpread: Int64 = 2000

  /// The announcement of a ruleset.
  ///
  /// - Parameters:
  ///   - streams: How many clients are told.
  ///   - bytesPerSecond: How many bytes of answers the server may send in a second.
  init(_ ruleset: ServedRuleset, isUrgent: Bool, streams: Int, bytesPerSecond: Int) {
    epoch = ruleset.epoch
    revision = ruleset.environment.revision
    digest = ruleset.environment.digest.bytes.hexadecimal
    self.isUrgent = isUrgent
    let seconds = Double(streams) * Double(ruleset.answerBytes) / Double(max(1, bytesPerSecond))
    let milliseconds = Int64(min(seconds * 1000, Double(Self.longestSpread)))
    spread = isUrgent ? min(milliseconds / 4, Self.longestUrgentSpread) : milliseconds
  }

  /// What a client sends as `Last-Event-ID` when it comes back.
  static func id(of ruleset: ServedRuleset) -> String { "\(ruleset.epoch)-\(ruleset.environment.revision)" }

  /// The event, in the format of server-sent events (WHATWG HTML, 9.2.5).
  var event: [UInt8] {
    let data: JSONObject = [
      "digest": .string(digest), "epoch": .number(Double(epoch)), "revision": .number(Double(revision)),
      "spread": .number(Double(spread) / 1000), "urgent": .bool(isUrgent),
    ]
    return Array("id: \(epoch)-\(revision)\nevent: changed\ndata: \(JSONValue.object(data).text())\n\n".utf8)
  }

  /// The event for clients of OFREP (its decision record 8), which ask at once.
  static let refetch = Array("event: message\ndata: {\"type\":\"refetchEvaluation\"}\n\n".utf8)
}
