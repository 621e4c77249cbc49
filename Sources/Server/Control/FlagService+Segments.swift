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
  /// - Parameter current: the segment as it is, or nil when there never was one of that key.
  static func edit(
    _ segment: SegmentDefinition, over current: SegmentView?, in environment: EnvironmentRecord, by caller: Caller,
    reason: String
  ) throws(Problem) -> (edit: Edit?, result: AppliedSegment.Result) {
    try refuseLists(segment)
    var write = ItemWrite(
      environmentID: environment.id, kind: .segment, id: segment.key, schema: FlagItem.schema,
      document: SegmentItem.document(segment).text, isGone: false, expects: .absent)
    var isNew = true
    if let current {
      try refuseNewer(current)
      if !current.item.isGone, current.entry.definition == segment { return (nil, .unchanged) }
      isNew = current.item.isGone
      write.expects = .version(current.item.version)
    }
    var edit = Edit(audit: caller.entry(isNew ? "segment.create" : "segment.replace", segment.object, reason: reason))
    edit.items = [write]
    return (edit, isNew ? .created : .replaced)
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

  /// A list that only has a name here would make every flag that uses the segment malformed.
  private static func refuseLists(_ segment: SegmentDefinition) throws(Problem) {
    guard let digest = segment.condition.listDigests.first else { return }
    throw Problem(
      path: DocumentPath.member("segments", segment.key),
      message: "the list \"\(digest)\" is not on this server; give the ids themselves, as a \"list\"")
  }
}

extension SegmentDefinition {
  /// The segment as the audit log names it.
  fileprivate var object: String { "segment:\(key)" }
}

extension Condition {
  /// The digests of the lists that the condition only names.
  fileprivate var listDigests: [String] {
    switch self {
    case .listed(let list): [list.digest]
    case .all(let parts), .any(let parts): parts.flatMap(\.listDigests)
    case .not(let part): part.listDigests
    case .attribute, .segment, .percent, .flag, .now, .list, .behaviour: []
    }
  }
}
