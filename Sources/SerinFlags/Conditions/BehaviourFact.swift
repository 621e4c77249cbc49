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

    /// Whether both are the same, byte for byte.
    public static func == (left: Action, right: Action) -> Bool {
      switch (left, right) {
      case (.seen(let left), .seen(let right)), (.did(let left), .did(let right)): left.hasSameBytes(as: right)
      case (.seen, .did), (.did, .seen): false
      }
    }

    /// Hashes what it is and its name's bytes: an evaluation looks facts up, so nothing is allocated for it.
    public func hash(into hasher: inout Hasher) {
      switch self {
      case .seen(let flag):
        hasher.combine(true)
        hasher.combine(ExactString(flag))
      case .did(let event):
        hasher.combine(false)
        hasher.combine(ExactString(event))
      }
    }
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
}
