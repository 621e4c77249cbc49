/// The answer for one flag and one context.
public struct Evaluation: Sendable {
  /// The flag's key.
  public var key: String
  /// What the flag is for; nil when it is malformed.
  public var kind: FlagKind?
  /// Whether the flag is on.
  public var isEnabled: Bool
  /// The id of the rule that decided; `default` when none did, empty when the flag is killed or malformed.
  public var ruleId: String
  /// The name of the variation; empty when the flag is malformed.
  public var variation: String
  /// Every property of the flag: the variation's values over the defaults, or just the defaults when the flag is off.
  public var properties: JSONObject
  /// Why the answer is what it is.
  public var reason: FlagReason
  /// The flag's value in OpenFeature.
  ///
  /// It is the property that the flag names, else whether the flag is on; null when the flag is malformed.
  public var value: JSONValue

  /// The rule id of an answer that no rule decided.
  public static let defaultRuleId = "default"

  /// Creates an evaluation.
  ///
  /// - Parameter value: The value in OpenFeature; nil for whether the flag is on.
  public init(
    key: String, kind: FlagKind?, isEnabled: Bool, ruleId: String, variation: String, properties: JSONObject = [:],
    reason: FlagReason, value: JSONValue? = nil
  ) {
    self.key = key
    self.kind = kind
    self.isEnabled = isEnabled
    self.ruleId = ruleId
    self.variation = variation
    self.properties = properties
    self.reason = reason
    self.value = value ?? .bool(isEnabled)
  }
}
