/// What a flag answered when somebody reached the code behind it.
struct Exposure: Sendable {
  let flagKey: String
  let ruleID: String
  let variation: String
  let isEnabled: Bool
  let epoch: Int64
  let revision: Int64
  /// Whether the answer was set by hand on this device; such an answer is nobody's evidence.
  let isOverridden: Bool
}

extension Exposure: Hashable {
  /// Whether two are the same answer, with all texts compared by their bytes.
  static func == (left: Exposure, right: Exposure) -> Bool {
    left.hasSameState(as: right) && left.ruleID.hasSameBytes(as: right.ruleID) && left.epoch == right.epoch
      && left.revision == right.revision
  }

  /// Hashes the key's bytes and the numbers.
  func hash(into hasher: inout Hasher) {
    hasher.combine(ExactString(flagKey))
    hasher.combine(isEnabled)
    hasher.combine(epoch)
    hasher.combine(revision)
  }

  /// Whether an app would behave alike: the same flag, on or off, variation, and by hand or not.
  func hasSameState(as other: Exposure) -> Bool {
    flagKey.hasSameBytes(as: other.flagKey) && isEnabled == other.isEnabled
      && variation.hasSameBytes(as: other.variation) && isOverridden == other.isOverridden
  }
}

extension Exposure {
  /// What a reading showed.
  init(_ flag: FeatureFlag) {
    self.init(
      flagKey: flag.key, ruleID: flag.ruleId, variation: flag.variation, isEnabled: flag.isEnabled, epoch: flag.epoch,
      revision: flag.revision, isOverridden: flag.origin == .override)
  }

  /// The wire form.
  var json: JSONObject {
    var object: JSONObject = [
      "flag_key": .string(flagKey), "rule_id": .string(ruleID), "variation": .string(variation),
      "enabled": .bool(isEnabled), "epoch": .number(Double(epoch)), "revision": .number(Double(revision)),
    ]
    if isOverridden { object["overridden"] = true }
    return object
  }

  /// Reads the wire form.
  init(_ members: AnswerMembers) throws(UnusableAnswer) {
    self.init(
      flagKey: try members.required(members.string("flag_key"), "flag_key"),
      ruleID: try members.required(members.string("rule_id"), "rule_id"),
      variation: try members.required(members.string("variation"), "variation"),
      isEnabled: try members.required(members.bool("enabled"), "enabled"),
      epoch: try members.integer("epoch") ?? 0, revision: try members.integer("revision") ?? 0,
      isOverridden: try members.bool("overridden") ?? false)
  }
}
