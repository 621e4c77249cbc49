/// The answer for one flag and one context.
///
/// A value type whose copies share what they hold until one is changed: a compiled flag has all of its answers ready,
/// and handing one out costs no more than counting a reference.
public struct Evaluation: Sendable {
  private var content: EvaluationContent

  /// The rule id of an answer that no rule decided.
  public static let defaultRuleId = "default"

  /// Creates an evaluation.
  ///
  /// - Parameter value: The value in OpenFeature; nil for whether the flag is on.
  public init(
    key: String, kind: FlagKind?, isEnabled: Bool, ruleId: String, variation: String, properties: JSONObject = [:],
    reason: FlagReason, value: JSONValue? = nil
  ) {
    content = EvaluationContent(
      EvaluationContent.Fields(
        isEnabled: isEnabled, kind: kind, variation: variation, ruleId: ruleId, key: key, properties: properties,
        reason: reason, value: value ?? .bool(isEnabled)))
  }

  /// An answer that something else holds meanwhile; see ``reference``.
  @inline(__always)
  init(reference: UnsafeRawPointer) {
    content = Unmanaged<EvaluationContent>.fromOpaque(reference).takeUnretainedValue()
  }

  /// What the answer shares with its copies, so that plain memory can refer to it as long as one of them lives.
  var reference: UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(content).toOpaque()) }

  /// Changes a field; other copies keep theirs.
  private mutating func edit<Value>(_ field: WritableKeyPath<EvaluationContent.Fields, Value>, _ value: Value) {
    if !isKnownUniquelyReferenced(&content) { content = EvaluationContent(content.fields) }
    content.fields[keyPath: field] = value
  }
}

extension Evaluation {
  /// The flag's key.
  public var key: String {
    get { content.fields.key }
    set { edit(\.key, newValue) }
  }

  /// What the flag is for; nil when it is malformed.
  public var kind: FlagKind? {
    get { content.fields.kind }
    set { edit(\.kind, newValue) }
  }

  /// Whether the flag is on.
  public var isEnabled: Bool {
    get { content.fields.isEnabled }
    set { edit(\.isEnabled, newValue) }
  }

  /// The id of the rule that decided; `default` when none did, empty when the flag is killed or malformed.
  public var ruleId: String {
    get { content.fields.ruleId }
    set { edit(\.ruleId, newValue) }
  }

  /// The name of the variation; empty when the flag is malformed or undecided.
  public var variation: String {
    get { content.fields.variation }
    set { edit(\.variation, newValue) }
  }

  /// Every property of the flag: the variation's values over the defaults, or just the defaults when the flag is off.
  public var properties: JSONObject {
    get { content.fields.properties }
    set { edit(\.properties, newValue) }
  }

  /// Why the answer is what it is.
  public var reason: FlagReason {
    get { content.fields.reason }
    set { edit(\.reason, newValue) }
  }

  /// The flag's value in OpenFeature.
  ///
  /// It is the property that the flag names, else whether the flag is on; null when the flag is malformed.
  public var value: JSONValue {
    get { content.fields.value }
    set { edit(\.value, newValue) }
  }
}

/// What an evaluation holds.
///
/// `@unchecked Sendable`: its fields are written only by an evaluation that is the only one to refer to it; see
/// `Evaluation.edit`.
private final class EvaluationContent: @unchecked Sendable {
  struct Fields: Sendable {
    // What is asked for most often comes first, so that it lies together.
    var isEnabled: Bool
    var kind: FlagKind?
    var variation: String
    var ruleId: String
    var key: String
    var properties: JSONObject
    var reason: FlagReason
    var value: JSONValue
  }

  var fields: Fields

  init(_ fields: Fields) {
    self.fields = fields
  }
}
