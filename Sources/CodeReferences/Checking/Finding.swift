package import SerinFlags

/// One thing that is wrong.
package struct Finding: Sendable, Hashable {
  /// Where in the code.
  package struct Place: Sendable, Hashable {
    /// The file's path below the folder that was looked through.
    package var file: String
    /// The line, from 1.
    package var line: Int
    /// The byte of the line, from 1.
    package var column: Int
  }

  /// What it is.
  package var kind: CheckKind
  /// How bad it is; never ``Severity/off``.
  package var severity: Severity
  /// The flag's key.
  package var flag: String
  /// Who looks after the flag; nil when the document does not say.
  package var owner: String?
  /// Where it is; nil when it is in the document only.
  package var place: Place?
  /// What is wrong, in a sentence for a person.
  package var message: String

  /// The finding as an element of the report.
  package var json: JSONValue {
    var object: JSONObject = [
      "kind": .string(kind.rawValue), "severity": .string(severity.rawValue), "flag": .string(flag),
      "message": .string(message),
    ]
    if let owner { object["owner"] = .string(owner) }
    if let place {
      object["file"] = .string(place.file)
      object["line"] = .number(Double(place.line))
      object["column"] = .number(Double(place.column))
    }
    return .object(object)
  }
}

extension Finding {
  /// The order of reports: by place, what has none last; then by kind and flag.
  package static func precedes(_ left: Finding, _ right: Finding) -> Bool {
    switch (left.place, right.place) {
    case (let one?, let other?) where one != other:
      guard one.file.hasSameBytes(as: other.file) else { return one.file.precedesInBytes(other.file) }
      return (one.line, one.column) < (other.line, other.column)
    case (nil, _?): return false
    case (_?, nil): return true
    default:
      guard left.kind == right.kind else { return left.kind.rawValue < right.kind.rawValue }
      return left.flag.precedesInBytes(right.flag)
    }
  }
}
