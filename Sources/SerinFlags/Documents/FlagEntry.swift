/// One flag of a ruleset: its definition, or why it could not be understood.
public struct FlagEntry: Sendable, Hashable {
  /// The flag's key.
  public var key: String
  /// What the document says about it.
  public var content: Content

  /// A definition, or what is wrong with it.
  public enum Content: Sendable, Hashable {
    /// The flag is sound.
    case definition(FlagDefinition)
    /// The flag is not understood; evaluations of it have the reason `malformed`.
    case malformed(MalformedFlag)
  }

  /// Creates an entry of a sound flag.
  public init(_ definition: FlagDefinition) {
    key = definition.key
    content = .definition(definition)
  }

  /// Creates an entry of a flag that was not understood.
  init(malformed flag: MalformedFlag, key: String) {
    self.key = key
    content = .malformed(flag)
  }

  /// Reads a flag as a reader does: one that is not understood becomes a malformed entry, never an error.
  public init(reading json: JSONValue, key: String) {
    self.init(decoding: json, key: key, mode: .read)
  }

  init(decoding json: JSONValue, key: String, mode: DocumentMode) {
    self.key = key
    do throws(DocumentError) {
      content = .definition(try FlagDefinition(json: json, key: key, mode: mode))
    } catch {
      content = .malformed(MalformedFlag(json: json, issues: error.issues))
    }
  }

  /// The definition, or nil when the flag is malformed.
  public var definition: FlagDefinition? {
    if case .definition(let definition) = content { return definition }
    return nil
  }

  /// What is wrong; empty when the flag is sound.
  public var issues: [DocumentIssue] {
    if case .malformed(let flag) = content { return flag.issues }
    return []
  }

  /// Whether the flag is left out of every answer.
  public var isArchived: Bool {
    switch content {
    case .definition(let definition): definition.isArchived
    case .malformed(let flag): flag.isArchived
    }
  }

  /// The flag as the member of `flags`; a malformed one exactly as it was read.
  public var json: JSONValue {
    switch content {
    case .definition(let definition): definition.json
    case .malformed(let flag): flag.json
    }
  }
}

/// A flag of a document that was not understood.
public struct MalformedFlag: Sendable, Hashable {
  /// What the document says, unchanged.
  public var json: JSONValue
  /// Why it is not understood.
  public var issues: [DocumentIssue]

  /// Creates a malformed flag.
  public init(json: JSONValue, issues: [DocumentIssue]) {
    self.json = json
    self.issues = issues
  }

  /// Whether the document says that the flag is killed.
  ///
  /// A kill must hold whatever else is wrong: no rule has a say in it, so nothing that was not understood matters.
  public var isKilled: Bool { json["killed"] == true }

  /// Whether the document says that the flag is archived.
  public var isArchived: Bool { json["archived"] == true }
}
