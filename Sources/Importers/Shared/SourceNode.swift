import SerinFlags

/// A value of the source document and where it stands there.
///
/// A member that is missing is a node of `null`, so that a reader can walk on and still has the path for a finding.
struct SourceNode {
  let value: JSONValue
  let path: String

  init(_ value: JSONValue, path: String = "") {
    self.value = value
    self.path = path
  }

  subscript(name: String) -> SourceNode {
    SourceNode(value[name] ?? .null, path: DocumentPath.member(path, name))
  }

  /// Whether the value is missing or null.
  var isAbsent: Bool { value.isNull }
  var string: String? { value.stringValue }
  var number: Double? { value.numberValue }
  var bool: Bool? { value.boolValue }
  /// The whole number, or nil for anything else.
  var integer: Int? { value.numberValue.flatMap(Int.init(exactly:)) }

  /// The elements; none when it is not an array.
  var elements: [SourceNode] {
    (value.arrayValue ?? []).enumerated().map { SourceNode($1, path: DocumentPath.element(path, $0)) }
  }

  /// The members; none when it is not an object.
  var members: [(name: String, node: SourceNode)] {
    (value.objectValue ?? [:]).map { ($0.name, SourceNode($0.value, path: DocumentPath.member(path, $0.name))) }
  }

  /// The elements as strings, or nil when it is not an array of strings only.
  var strings: [String]? {
    guard let elements = value.arrayValue else { return nil }
    let strings = elements.compactMap(\.stringValue)
    return strings.count == elements.count ? strings : nil
  }
}
