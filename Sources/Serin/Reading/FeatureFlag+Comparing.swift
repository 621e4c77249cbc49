extension FeatureFlag {
  /// Whether an app sees the same in both: state, variation and values.
  ///
  /// Another rule, reason, origin or revision with the same outcome is no change to an app. Names are compared by their
  /// exact bytes, and JSON `1` equals `1.0`.
  func hasSameEffect(as other: FeatureFlag) -> Bool {
    isEnabled == other.isEnabled && variation.hasSameBytes(as: other.variation) && properties == other.properties
  }

  /// The same answer as coming from somewhere else.
  func from(_ origin: FlagOrigin) -> FeatureFlag {
    from(origin, epoch: epoch, revision: revision)
  }

  /// The same answer as coming from somewhere else, in one of that source's revisions.
  func from(_ origin: FlagOrigin, epoch: Int64, revision: Int64) -> FeatureFlag {
    var copy = FeatureFlag(
      key: key, isEnabled: isEnabled, ruleId: ruleId, variation: variation, reason: reason, origin: origin,
      revision: revision, epoch: epoch, properties: properties)
    copy.mark = mark
    return copy
  }
}
