/// The answer for one flag and one context.
///
/// A value type whose copies share what they hold until one is changed: a compiled flag has all of its answers ready,
/// and handing one out costs no more than counting a reference.
public struct Evaluation: Sendable {
  private var content: Content

  /// The rule id of an answer that no rule decided.
  public static let defaultRuleId = "default"

  /// Creates an evaluation.
  ///
  /// - Parameter value: The value in OpenFeature; nil for whether the flag is on.
  public init(
    key: String, kind: FlagKind?, isEnabled: Bool, ruleId: String, variation: String, properties: JSONObject = [:],
    reason: FlagReason, value: JSONValue? = nil
  ) {
    content = Content(
      key: key, kind: kind, isEnabled: isEnabled, ruleId: ruleId, variation: variation, properties: properties,
      reason: reason, value: value ?? .bool(isEnabled))
  }

  /// An answer that something else holds meanwhile; see ``reference``.
  @inline(__always)
  init(reference: UnsafeRawPointer) {
    content = Unmanaged<Content>.fromOpaque(reference).takeUnretainedValue()
  }

  /// What the answer shares with its copies, so that plain memory can refer to it as long as one of them lives.
  var reference: UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(content).toOpaque()) }

  /// What an evaluation holds; it never changes.
  private final class Content: Sendable {
    // What is asked for most often lies together.
    let isEnabled: Bool
    let kind: FlagKind?
    let variation: String
    let ruleId: String
    let key: String
    let properties: JSONObject
    let reason: FlagReason
    let value: JSONValue

    init(
      key: String, kind: FlagKind?, isEnabled: Bool, ruleId: String, variation: String, properties: JSONObject,
      reason: FlagReason, value: JSONValue
    ) {
      self.key = key
      self.kind = kind
      self.isEnabled = isEnabled
      self.ruleId = ruleId
      self.variation = variation
      self.properties = properties
      self.reason = reason
      self.value = value
    }
  }
}

extension Evaluation {
  /// The flag's key.
  public var key: String { content.key }
  /// What the flag is for; nil when it is malformed.
  public var kind: FlagKind? { content.kind }
  /// Whether the flag is on.
  public var isEnabled: Bool { content.isEnabled }
  /// The id of the rule that decided; `default` when none did, empty when the flag is killed or malformed.
  public var ruleId: String { content.ruleId }
  /// The name of the variation; empty when the flag is malformed or undecided.
  public var variation: String { content.variation }
  /// Every property of the flag: the variation's values over the defaults, or just the defaults when the flag is off.
  public var properties: JSONObject { content.properties }
  /// Why the answer is what it is.
  public var reason: FlagReason { content.reason }
  /// The flag's value in OpenFeature.
  ///
  /// It is the property that the flag names, else whether the flag is on; null when the flag is malformed.
  public var value: JSONValue { content.value }
}
