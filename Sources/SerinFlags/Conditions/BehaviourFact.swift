/// Something that a unit may have done; whether it has is not in the context, so the evaluator is told.
public struct BehaviourFact: Sendable, Hashable {
  /// What was done.
  public var action: Action
  /// Within how many days before the evaluation.
  public var withinDays: Int64

  /// What a unit can have done.
  public enum Action: Sendable, Hashable {
    /// It reached the code behind the flag of this key.
    case seen(flag: String)
    /// The event of this name happened to it.
    case did(event: String)
  }

  /// The most days that are looked back.
  public static let maximumDays: Int64 = 365

  /// Creates a fact.
  public init(_ action: Action, withinDays: Int64) {
    self.action = action
    self.withinDays = withinDays
  }

  /// The fact as the member `behaviour` of a condition.
  public var json: JSONValue {
    var object: JSONObject = ["withinDays": .number(Double(withinDays))]
    switch action {
    case .seen(let flag): object["seen"] = .string(flag)
    case .did(let event): object["did"] = .string(event)
    }
    return .object(object)
  }

  /// Whether both are the same fact, byte for byte.
  public static func == (left: BehaviourFact, right: BehaviourFact) -> Bool { left.json == right.json }

  /// Hashes the document.
  public func hash(into hasher: inout Hasher) { hasher.combine(json) }
}
