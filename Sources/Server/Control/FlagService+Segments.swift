import SerinFlags
import Store

extension FlagService {
  /// What applying a document did to one segment.
  struct AppliedSegment: Sendable {
    enum Result: String, Sendable { case created, replaced, removed, unchanged }
    let key: String
    let result: Result
  }

  /// The edit that makes a segment look like its document; nil when it does already.
  /// - Parameters:
  ///   - current: the segment as it is, or nil when there never was one of that key.
  ///   - record: the segment's own fields, or nil when the project has none of that key.
  /// - Throws: 422 when the project's segment is of a kind that the document's is not.
  static func edit(
    _ segment: SegmentDefinition, over current: SegmentView?, of record: SegmentRecord?, in place: Place,
    by caller: Caller, reason: String
  ) throws(Problem) -> (edit: Edit?, result: AppliedSegment.Result) {
    var write = ItemWrite(
      environmentID: place.environment.id, kind: .segment, id: segment.key, schema: FlagItem.schema,
      document: SegmentItem.document(segment).text, isGone: false, expects: .absent)
    var isNew = true
    if let current {
      try refuseNewer(current)
      if record != nil, !current.item.isGone, current.entry.definition == segment { return (nil, .unchanged) }
      isNew = current.item.isGone
      write.expects = .version(current.item.version)
    }
    var edit = Edit(audit: caller.entry(isNew ? "segment.create" : "segment.replace", segment.object, reason: reason))
    if let record {
      let kind = SegmentKind(rawValue: record.kind) ?? .conditions
      guard kind.allows(segment.condition) else {
        throw Problem(
          path: DocumentPath.member("segments", segment.key),
          message: "the segment is of the kind \(kind.rawValue) in this project: \(kind.rule)")
      }
    } else {
      edit.segment = SegmentWrite(
        segment: SegmentRecord(
          id: RecordID.make(prefix: "g_"), projectID: place.project.id, key: segment.key,
          kind: SegmentKind(of: segment.condition).rawValue),
        expects: .absent)
    }
    edit.items = [write]
    return (edit, isNew ? .created : .replaced)
  }

  /// The own fields of a project's segments that were not deleted, by key.
  func segmentRecords(of project: ProjectRecord) async throws(Problem) -> [ExactString: SegmentRecord] {
    let all = try await withStore { () async throws(StoreError) in
      try await store.segments(projectID: project.id)
    }
    return Dictionary(
      all.lazy.filter { $0.archivedAt == nil }.map { (ExactString($0.key), $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Refuses a document's segment whose key a deleted one had.
  /// - Throws: 409.
  func refuseDeletedKey(_ key: String, in project: ProjectRecord) async throws(Problem) {
    let found = try await withStore { () async throws(StoreError) in
      try await store.segment(projectID: project.id, key: key)
    }
    if found?.archivedAt != nil { throw Problem(.conflict, SegmentService.deletedKey(key)) }
  }

  /// The edit that removes a segment; nil when it was removed before.
  static func removal(
    of current: SegmentView, in environment: EnvironmentRecord, by caller: Caller, reason: String
  ) throws(Problem) -> Edit? {
    guard !current.item.isGone else { return nil }
    try refuseNewer(current)
    var edit = Edit(audit: caller.entry("segment.remove", "segment:\(current.key)", reason: reason))
    edit.items = [
      ItemWrite(
        environmentID: environment.id, kind: .segment, id: current.key, isGone: true,
        expects: .version(current.item.version))
    ]
    return edit
  }

  private static func refuseNewer(_ current: SegmentView) throws(Problem) {
    guard current.item.schema > FlagItem.schema else { return }
    throw Problem(.conflict, "segment \"\(current.key)\" was written by a newer version of Serin; edit it there")
  }
}

extension SegmentDefinition {
  /// The segment as the audit log names it.
  fileprivate var object: String { "segment:\(key)" }
}
