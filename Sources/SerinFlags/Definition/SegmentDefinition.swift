/// A set of users that rules refer to by its key.
public struct SegmentDefinition: Sendable {
  /// The key that rules use.
  public var key: String
  /// Who belongs to it.
  public var condition: Condition

  /// Creates a segment in code; nothing is checked before it is written as a document or evaluated.
  public init(key: String, condition: Condition) {
    self.key = key
    self.condition = condition
  }

  /// The segment as the member of `segments` under its key.
  public var json: JSONValue { condition.json }
}

extension SegmentDefinition {
  /// Reads a segment from the member of `segments` under its key.
  ///
  /// - Parameters:
  ///   - json: The segment's object.
  ///   - key: Its key.
  ///   - mode: Whether a document is written new or read; see ``DocumentMode``.
  ///   - path: What the paths of errors begin with; nil for `segments.<key>`.
  /// - Throws: ``DocumentError`` with every problem, in document order.
  public init(json: JSONValue, key: String, mode: DocumentMode, path: String? = nil) throws(DocumentError) {
    var decoder = DocumentDecoder(mode: mode, root: path ?? DocumentPath.member("segments", key))
    decoder.isInSegment = true
    decoder.checkKey(key)
    let condition = Condition(decoding: json, with: &decoder)
    decoder.checkCount(decoder.conditionCount, limit: decoder.limits.conditions, of: "conditions")
    guard let condition, decoder.isSound else {
      throw DocumentError(issues: decoder.issues) ?? DocumentError(path: path ?? key, message: "is not a segment")
    }
    self.init(key: key, condition: condition)
  }
}

extension SegmentDefinition: Hashable {
  /// Whether two segments are the same document; every text is compared as its bytes.
  public static func == (left: SegmentDefinition, right: SegmentDefinition) -> Bool {
    left.key.hasSameBytes(as: right.key) && left.json == right.json
  }

  /// Hashes the key and the document.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ExactString(key))
    hasher.combine(json)
  }
}
