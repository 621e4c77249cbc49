/// The part of a rule that lets only a percentage of the units in.
public struct Rollout: DocumentPart {
  /// How many of the units are in.
  public var percent: Percentage
  /// The attribute that is drawn on; nil for the user's id, else the device's id.
  ///
  /// Only a string that is not empty is drawn on; anything else counts as no unit.
  public var by: String?
  /// What makes this draw different from others; it never changes, so that nobody is reshuffled.
  public var salt: String
  /// Which draw decides.
  public var draw: DrawAlgorithm
  /// What a unit that is not drawn gets; nil for the flag's off variation.
  public var otherwise: Otherwise?
  /// From this instant on everybody is in; nil for never.
  public var deadline: Timestamp?

  /// What happens to a unit that is not drawn.
  public enum Otherwise: Sendable, Hashable {
    /// It gets this variation.
    case variation(String)
    /// The next rules are tried.
    case `continue`
  }

  /// How documents write ``Otherwise/continue``.
  static let continueWord = "continue"

  /// Creates a rollout.
  public init(
    percent: Percentage, by: String? = nil, salt: String, draw: DrawAlgorithm = .sha256, otherwise: Otherwise? = nil,
    deadline: Timestamp? = nil
  ) {
    self.percent = percent
    self.by = by
    self.salt = salt
    self.draw = draw
    self.otherwise = otherwise
    self.deadline = deadline
  }

  /// The rollout as the rule's member.
  public var json: JSONValue {
    var object: JSONObject = [
      "percent": .number(percent.percent), "salt": .string(salt), "draw": .string(draw.rawValue),
    ]
    if let by { object["by"] = .string(by) }
    if let deadline { object["deadline"] = .string("\(deadline)") }
    switch otherwise {
    case .variation(let name): object["otherwise"] = .string(name)
    case .continue: object["otherwise"] = .string(Self.continueWord)
    case nil: break
    }
    return .object(object)
  }
}
