extension RulesetDocument {
  /// Reads a document.
  ///
  /// A writer's document must be sound in every flag and segment, and whole: each flag and segment that it refers to is
  /// in it, and no cycle is. A reader takes what it understands: a flag with a problem becomes a malformed entry and
  /// leaves its neighbours alone; only a document that is not a ruleset at all is an error.
  ///
  /// - Parameters:
  ///   - json: The document.
  ///   - mode: Whether it is written new or read; see ``DocumentMode``.
  ///   - isWhole: Whether a writer's document has everything that it refers to. One that is only to be merged into a
  ///     ruleset, as by `apply`, may refer to what is there already; ``referenceIssues(isWhole:)`` of the ruleset that
  ///     comes of it tells whether it is.
  /// - Throws: ``DocumentError`` with every problem, in document order, and then those of references.
  public init(json: JSONValue, mode: DocumentMode, isWhole: Bool = true) throws(DocumentError) {
    var decoder = DocumentDecoder(mode: mode, root: "")
    let document = RulesetDocument(decoding: json, with: &decoder)
    let references = mode == .write ? document?.referenceIssues(isWhole: isWhole) ?? [] : []
    guard let document, decoder.isSound, references.isEmpty else {
      throw DocumentError(issues: decoder.issues + references)
        ?? DocumentError(path: "", message: "is not a ruleset")
    }
    self = document
  }

  private init?(decoding json: JSONValue, with decoder: inout DocumentDecoder) {
    guard let object = decoder.object(json) else { return nil }
    decoder.checkMembers(of: object, known: Self.members)
    decoder.required("schema", of: object) { decoder, value in
      guard let schema = decoder.count(value), schema != Self.schema else { return Void?.none }
      decoder.report("schema \(schema) is not supported; allowed is \(Self.schema)")
      return nil
    }
    self.init()
    project = decoder.optional("project", of: object) { $0.text($1, maximumBytes: $0.limits.nameBytes) } ?? ""
    environment = decoder.optional("environment", of: object) { $0.text($1, maximumBytes: $0.limits.nameBytes) } ?? ""
    environmentId =
      decoder.optional("environmentId", of: object) { $0.text($1, maximumBytes: $0.limits.nameBytes) } ?? ""
    epoch = decoder.optional("epoch", of: object) { $0.count($1) } ?? 0
    revision = decoder.optional("revision", of: object) { $0.count($1) } ?? 0
    segments = decoder.optional("segments", of: object) { Self.segments(decoding: $1, with: &$0) } ?? []
    flags = decoder.required("flags", of: object) { Self.flags(decoding: $1, with: &$0) } ?? []
  }

  /// The members that a document may have.
  package static let members = [
    "schema", "project", "environment", "environmentId", "epoch", "revision", "flags", "segments",
  ]

  private static func flags(decoding value: JSONValue, with decoder: inout DocumentDecoder) -> [FlagEntry]? {
    guard let members = decoder.object(value) else { return nil }
    decoder.checkCount(members.count, limit: decoder.limits.flags, of: "flags")
    let entries = decoder.members(of: members) { decoder, key, value -> FlagEntry? in
      let entry = FlagEntry(decoding: value, key: key, mode: decoder.mode)
      if decoder.mode == .write { decoder.adopt(entry.issues) }
      return entry
    }
    return entries.sorted { $0.key.precedesInBytes($1.key) }
  }

  private static func segments(decoding value: JSONValue, with decoder: inout DocumentDecoder) -> [SegmentEntry]? {
    guard let members = decoder.object(value) else { return nil }
    decoder.checkCount(members.count, limit: decoder.limits.segments, of: "segments")
    let entries = decoder.members(of: members) { decoder, key, value -> SegmentEntry? in
      let entry = SegmentEntry(decoding: value, key: key, mode: decoder.mode)
      if decoder.mode == .write { decoder.adopt(entry.issues) }
      return entry
    }
    return entries.sorted { $0.key.precedesInBytes($1.key) }
  }
}
