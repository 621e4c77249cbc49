extension Evaluation: Hashable {
  /// Whether two answers are the same; names are compared as their bytes.
  public static func == (left: Evaluation, right: Evaluation) -> Bool {
    left.isEnabled == right.isEnabled && left.kind == right.kind && left.reason == right.reason
      && left.key.hasSameBytes(as: right.key) && left.ruleId.hasSameBytes(as: right.ruleId)
      && left.variation.hasSameBytes(as: right.variation) && left.value == right.value
      && left.properties == right.properties
  }

  /// Hashes what tells answers apart.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ExactString(key))
    hasher.combine(ExactString(ruleId))
    hasher.combine(ExactString(variation))
    hasher.combine(isEnabled)
    hasher.combine(reason)
    hasher.combine(value)
    hasher.combine(properties)
  }
}
