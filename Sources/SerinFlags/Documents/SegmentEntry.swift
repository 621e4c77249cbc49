/// One segment of a ruleset: its definition, or why it could not be understood.
public struct SegmentEntry: Sendable, Hashable {
  /// The segment's key.
  public var key: String
  /// What the document says about it.
  public var content: Content

  /// A definition, or what is wrong with it.
  public enum Content: Sendable, Hashable {
    /// The segment is sound.
    case definition(SegmentDefinition)
    /// The segment is not understood; flags that use it are malformed.
    case malformed(json: JSONValue, issues: [DocumentIssue])
  }

  /// Creates an entry of a sound segment.
  public init(_ definition: SegmentDefinition) {
    key = definition.key
    content = .definition(definition)
  }

  /// Reads a segment as a reader does: one that is not understood becomes a malformed entry, never an error.
  public init(reading json: JSONValue, key: String) {
    self.init(decoding: json, key: key, mode: .read)
  }

  init(decoding json: JSONValue, key: String, mode: DocumentMode) {
    self.key = key
    do throws(DocumentError) {
      content = .definition(try SegmentDefinition(json: json, key: key, mode: mode))
    } catch {
      content = .malformed(json: json, issues: error.issues)
    }
  }

  /// The definition, or nil when the segment is malformed.
  public var definition: SegmentDefinition? {
    if case .definition(let definition) = content { return definition }
    return nil
  }

  /// What is wrong; empty when the segment is sound.
  public var issues: [DocumentIssue] {
    if case .malformed(_, let issues) = content { return issues }
    return []
  }

  /// The segment as the member of `segments`; a malformed one exactly as it was read.
  public var json: JSONValue {
    switch content {
    case .definition(let definition): definition.json
    case .malformed(let json, _): json
    }
  }
}
