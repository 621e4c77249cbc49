import SerinFlags

/// What a segment is made of, in every environment of its project.
enum SegmentKind: String, Sendable, CaseIterable {
  /// Conditions, which may hold a list among others.
  case conditions
  /// One list of ids: a short one in the document, a long one beside it.
  case list
  /// What somebody has seen or done.
  case behaviour

  /// The kind of a segment that was made by its definition alone.
  init(of condition: Condition) {
    switch condition {
    case .list, .listed: self = .list
    case .behaviour: self = .behaviour
    case .all, .any, .not, .attribute, .segment, .percent, .flag, .now: self = .conditions
    }
  }

  /// Whether a segment of this kind may be defined so.
  func allows(_ condition: Condition) -> Bool {
    self == .conditions || SegmentKind(of: condition) == self
  }

  /// What such a segment's definition looks like, for an error.
  var rule: String {
    switch self {
    case .conditions: "a condition"
    case .list: #"a list of ids: {"list": [...]}, or {"listed": {...}} for one that is on this server"#
    case .behaviour: #"a behaviour: {"behaviour": {...}}"#
    }
  }
}
