import SerinFlags

/// Where the fields of Unleash's context are in Serin's.
enum UnleashContext {
  /// Unleash's name for the time of the evaluation.
  static let currentTime = "currentTime"

  /// The attribute of a field, or nil when Serin keeps that name for something else.
  static func attribute(ofField field: String) -> String? {
    switch field {
    case "userId": "userID"
    case "sessionId": "deviceID"
    case "userID", "deviceID", currentTime: nil
    default: field
    }
  }
}

/// What a percentage or a choice between variants is drawn on.
enum UnleashStickiness: Hashable {
  /// The user's id, else the session's, which is Serin's own unit.
  case standard
  /// One attribute.
  case attribute(String)
  /// Anew each time.
  case random

  /// The member `by` of a rollout or a split.
  var by: String? {
    if case .attribute(let name) = self { return name }
    return nil
  }

  /// True when there is nothing to draw on.
  var absence: Formula {
    switch self {
    case .standard: .all([.attribute("userID", .absent), .attribute("deviceID", .absent)])
    case .attribute(let name): .attribute(name, .absent)
    case .random: .never
    }
  }
}
