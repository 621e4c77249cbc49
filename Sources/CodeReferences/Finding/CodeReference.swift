package import SerinFlags

/// A place in code that names a flag.
package struct CodeReference: Sendable, Hashable {
  /// The flag's key.
  package var flag: String
  /// The file's path below the folder that was looked through.
  package var file: String
  /// The line, from 1.
  package var line: Int
  /// The byte of the line, from 1, as the compiler counts columns.
  package var column: Int
  /// In which way.
  package var kind: CodeReferenceKind
  /// The line without the blanks at its ends, 200 characters at most.
  package var snippet: String
  /// Whether the file says that it was generated.
  package var isInGeneratedFile = false

  /// The reference as an element of the report.
  package var json: JSONValue {
    [
      "flag": .string(flag), "file": .string(file), "line": .number(Double(line)), "column": .number(Double(column)),
      "kind": .string(kind.rawValue), "snippet": .string(snippet),
    ]
  }
}

/// Something that code says about a flag and a document may contradict.
package struct CodeClaim: Sendable, Hashable {
  /// What is said.
  package enum Content: Sendable, Hashable {
    /// Whether the flag is on while it has no answer.
    case isEnabled(Bool)
    /// What a property is while it has no answer.
    case property(String, JSONValue)
    /// The first day on which the flag counts as expired.
    case expires(String)
  }

  /// What is said of which flag, and where.
  package var reference: CodeReference
  /// What is said.
  package var content: Content
}
