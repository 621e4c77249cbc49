/// The answer for one flag: on or off, and the values it carries.
///
/// A value of this type never changes. Two readings may differ when an answer arrived in between; read from one
/// ``FlagsSnapshot`` where several flags must agree.
public struct FeatureFlag: Sendable, Hashable {
  /// The flag's exact key.
  public let key: String
  /// Whether the flag is on.
  public let isEnabled: Bool
  /// The rule that decided, for example `r_1a2b3c4d`.
  ///
  /// `default` when no rule did; empty when the flag is killed.
  public let ruleId: String
  /// The name of the outcome, for example `on`, `off` or `treatment`.
  public let variation: String
  /// Why the flag has this answer.
  public let reason: FlagReason
  /// Where the answer comes from.
  public let origin: FlagOrigin
  /// The ruleset's revision that decided; comparable within one ``epoch`` only.
  public let revision: Int64
  /// The epoch of the server's store.
  public let epoch: Int64
  /// The values of all the flag's properties; those of a flag that is off are the defaults set in the control panel.
  public let properties: JSONObject
  /// Whom it is the answer for.
  var mark = ContextMark()

  /// Creates a flag for tests, previews and sources of your own.
  ///
  /// - Parameters:
  ///   - key: The flag's key.
  ///   - isEnabled: Whether it is on.
  ///   - ruleId: The rule that decided; `default` when none did.
  ///   - variation: The outcome's name; nil means `on` or `off`.
  ///   - properties: The values it carries.
  public init(
    key: String, isEnabled: Bool, ruleId: String = "default", variation: String? = nil, properties: JSONObject = [:]
  ) {
    self.init(
      key: key, isEnabled: isEnabled, ruleId: ruleId, variation: variation ?? (isEnabled ? "on" : "off"),
      reason: Self.reason(forRule: ruleId), origin: .code, revision: 0, epoch: 0, properties: properties)
  }

  /// Creates a flag of which everything is known; a client sets the origin, the revision and the epoch of its sources.
  package init(
    key: String, isEnabled: Bool, ruleId: String, variation: String, reason: FlagReason, origin: FlagOrigin,
    revision: Int64, epoch: Int64, properties: JSONObject
  ) {
    self.key = key
    self.isEnabled = isEnabled
    self.ruleId = ruleId
    self.variation = variation
    self.reason = reason
    self.origin = origin
    self.revision = revision
    self.epoch = epoch
    self.properties = properties
  }

  private static func reason(forRule ruleId: String) -> FlagReason {
    switch ruleId {
    case "": .killed
    case "default": .noRule
    default: .ruleMatched
    }
  }
}
