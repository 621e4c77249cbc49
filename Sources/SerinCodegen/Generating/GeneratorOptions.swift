package import SerinFlags

/// How flags are declared in generated code.
package struct GeneratorOptions: Sendable, Hashable {
  /// Who may use the generated declarations.
  package enum AccessLevel: String, Sendable, CaseIterable {
    /// The module that they are compiled into.
    case `internal`
    /// All modules of the package.
    case `package`
    /// Everybody.
    case `public`
  }

  /// What becomes of archived flags.
  package enum ArchivedFlags: String, Sendable, CaseIterable {
    /// They are not declared: the compiler does not know the name at a use.
    case omit
    /// They are declared unavailable: the compiler says at a use that the flag is archived, and whose it was.
    case error
  }

  /// Who may use the declarations.
  package var access = AccessLevel.internal
  /// What becomes of archived flags.
  package var archived = ArchivedFlags.omit

  /// Creates options with their defaults: internal, archived flags left out.
  package init() {}

  /// Reads a configuration file: `{"access": "public", "archived": "error"}`, where each may be left out.
  ///
  /// - Throws: ``DocumentError`` for a member that is unknown, since a misspelt one would have no effect, and for a value
  ///   that is not allowed.
  package init(configuration json: JSONValue) throws(DocumentError) {
    guard let object = json.objectValue else {
      throw DocumentError(path: "", message: "\(json.typeDescription) is not an object")
    }
    for (name, value) in object.sortedMembers {
      switch name {
      case "access": access = try Self.choice(value, at: name)
      case "archived": archived = try Self.choice(value, at: name)
      default: throw DocumentError(path: name, message: "is unknown; allowed are access, archived")
      }
    }
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ value: JSONValue, at path: String
  ) throws(DocumentError) -> Choice {
    if let text = value.stringValue, let choice = Choice(rawValue: text) { return choice }
    let allowed = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    throw DocumentError(path: path, message: "\(value.text()) is not allowed; allowed are \(allowed)")
  }
}
