/// A flag with why it is what it is.
public struct FlagDetails: Sendable, Hashable {
  /// The answer; nil when the default given in code counts.
  public let flag: FeatureFlag?
  /// Whether the flag is on, by the answer or by default.
  public let isEnabled: Bool
  /// Why.
  public let reason: FlagReason
  /// Where the value comes from.
  public let origin: FlagOrigin
  /// Whether this is the first value that was read, which stays; see ``FlagStability``.
  public let isPinned: Bool

  /// Creates details, for tests and readers of your own.
  public init(flag: FeatureFlag?, isEnabled: Bool, reason: FlagReason, origin: FlagOrigin, isPinned: Bool = false) {
    self.flag = flag
    self.isEnabled = isEnabled
    self.reason = reason
    self.origin = origin
    self.isPinned = isPinned
  }

  /// The details of a reading.
  ///
  /// - Parameter reason: Why, when there is no answer.
  init(of key: FlagKey, _ flag: FeatureFlag?, reason: FlagReason, isPinned: Bool) {
    self.init(
      flag: flag, isEnabled: flag?.isEnabled ?? key.defaultValue, reason: flag?.reason ?? reason,
      origin: flag?.origin ?? .code, isPinned: isPinned)
  }
}
