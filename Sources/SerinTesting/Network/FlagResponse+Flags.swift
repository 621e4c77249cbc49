import Foundation
public import Serin

extension FlagResponse {
  /// An answer with flags, as the server gives it.
  ///
  /// - Parameters:
  ///   - flags: The flags; one that is missing counts as archived.
  ///   - epoch: The epoch of the server's store.
  ///   - revision: The ruleset's revision; the client takes no lower one within an epoch.
  ///   - undecided: Keys that could not be decided in time, which makes the answer a partial one; nil for a whole one.
  ///   - entityTag: The server's mark of the answer, quotes included; nil for none.
  public static func flags(
    _ flags: [FeatureFlag], epoch: Int64 = 1, revision: Int64 = 1, undecided: [String]? = nil, entityTag: String? = nil
  ) -> FlagResponse {
    var answer: JSONObject = [
      "epoch": .number(Double(epoch)), "revision": .number(Double(revision)), "partial": .bool(undecided != nil),
      "flags": .array(flags.map(\.served)),
    ]
    if let undecided { answer["undecided"] = .array(undecided.map { .string($0) }) }
    return FlagResponse(
      status: 200, headers: entityTag.map { ["ETag": $0] } ?? [:], body: Data(JSONValue.object(answer).serialized()))
  }
}

extension FeatureFlag {
  /// The flag as the server gives it.
  fileprivate var served: JSONValue {
    [
      "key": .string(key), "isEnabled": .bool(isEnabled), "ruleId": .string(ruleId), "variation": .string(variation),
      "reason": .string(reason.rawValue), "properties": .object(properties),
    ]
  }
}
