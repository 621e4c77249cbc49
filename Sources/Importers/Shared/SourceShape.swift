import SerinFlags

/// What a part of a source document looks like where a reader relies on it.
///
/// A member of a wrong type must never be taken for a missing one: leaving out a condition would widen a rule. So a part
/// is compared with its shape before it is read. Members that a shape does not name may be anything.
indirect enum SourceShape: Sendable {
  case any
  case bool
  case number
  case text
  case array(SourceShape)
  /// An object with some members.
  case object([String: SourceShape])
  /// An object whose members all look alike.
  case map(SourceShape)
  /// A member that must be there.
  case required(SourceShape)

  /// The type in words.
  fileprivate var words: String {
    switch self {
    case .any: "a value"
    case .bool: "a boolean"
    case .number: "a number"
    case .text: "a text"
    case .array: "an array"
    case .object, .map: "an object"
    case .required(let inner): inner.words
    }
  }
}

extension ImportDraft {
  /// Whether a part has its shape; says what has not.
  mutating func check(_ node: SourceNode, _ shape: SourceShape) -> Bool {
    switch (shape, node.value) {
    case (.any, _), (.bool, .bool), (.number, .number), (.text, .string): return true
    case (.required(let inner), _): return check(node, inner)
    case (.array(let element), .array):
      // Without a short circuit: every problem is named.
      return node.elements.map { check($0, element) }.allSatisfy { $0 }
    case (.map(let element), .object):
      return node.members.map { check($0.node, element) }.allSatisfy { $0 }
    case (.object(let members), .object):
      let names = members.keys.sorted { $0.precedesInBytes($1) }
      return names.map { checkMember(node[$0], members[$0] ?? .any) }.allSatisfy { $0 }
    default:
      leaveOut(node.path, "\(node.value.typeDescription) is not \(shape.words)")
      return false
    }
  }

  private mutating func checkMember(_ node: SourceNode, _ shape: SourceShape) -> Bool {
    guard node.isAbsent else { return check(node, shape) }
    guard case .required = shape else { return true }
    leaveOut(node.path, "is missing")
    return false
  }
}
