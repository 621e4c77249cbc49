import Foundation
import Serin

extension JSONValue {
  /// One flag as the server sends it.
  static func flag(
    _ key: String, _ isEnabled: Bool = true, rule: String = "r_1a2b3c4d", variation: String? = nil,
    reason: String = "ruleMatched", properties: JSONObject = [:]
  ) -> JSONValue {
    [
      "key": .string(key), "kind": "release", "isEnabled": .bool(isEnabled), "ruleId": .string(rule),
      "variation": .string(variation ?? (isEnabled ? "on" : "off")), "reason": .string(reason),
      "properties": .object(properties),
    ]
  }

  /// A whole answer as the server sends it.
  static func answer(
    epoch: Double = 1, revision: Double = 1, flags: [JSONValue] = [.flag("a")], undecided: [JSONValue]? = nil
  ) -> JSONValue {
    var object: JSONObject = [
      "epoch": .number(epoch), "revision": .number(revision), "partial": .bool(undecided != nil),
      "flags": .array(flags),
    ]
    if let undecided { object["undecided"] = .array(undecided) }
    return .object(object)
  }
}

extension FlagResponse {
  /// A 200 with these flags.
  static func answer(
    epoch: Double = 1, revision: Double = 1, _ flags: [JSONValue] = [.flag("a")], undecided: [JSONValue]? = nil,
    tag: String? = nil
  ) -> FlagResponse {
    let json = JSONValue.answer(epoch: epoch, revision: revision, flags: flags, undecided: undecided)
    return FlagResponse(status: 200, headers: tag.map { ["Etag": $0] } ?? [:], body: Data(json.serialized()))
  }

  static let notModified = FlagResponse(status: 304)

  static func text(_ text: String, status: Int = 200) -> FlagResponse {
    FlagResponse(status: status, body: Data(text.utf8))
  }
}
