package import SerinFlags

extension RulesetDocument {
  /// The document after some changes; long lists are no part of it.
  package func applying(_ changes: some Sequence<CompiledRuleset.Change>) -> RulesetDocument {
    var flags = KeyedTable(self.flags.map { (key: $0.key, value: $0) })
    var segments = KeyedTable(self.segments.map { (key: $0.key, value: $0) })
    for change in changes {
      switch change {
      case .flag(let entry): flags[entry.key] = entry
      case .noFlag(let key): flags[key] = nil
      case .segment(let entry): segments[entry.key] = entry
      case .noSegment(let key): segments[key] = nil
      case .list, .noList: break
      }
    }
    var document = self
    document.flags = flags.map(\.value)
    document.segments = segments.map(\.value)
    return document
  }

  /// What some changes would break: the faults of references that are there after them and were not before.
  ///
  /// Faults that were there already stand in nobody's way, least of all in that of who mends them one by one.
  package func issues(after changes: some Sequence<CompiledRuleset.Change>) -> [DocumentIssue] {
    let known = Set(referenceIssues())
    return applying(changes).referenceIssues().filter { !known.contains($0) }
  }

  /// The flag or segment that an issue is about, as a person calls it.
  func subject(of issue: DocumentIssue) -> String {
    let flags = self.flags.map { ("flag \"\($0.key)\"", DocumentPath.member("flags", $0.key)) }
    let segments = self.segments.map { ("segment \"\($0.key)\"", DocumentPath.member("segments", $0.key)) }
    // A key may begin with another one and a full stop.
    let named = (flags + segments).filter { issue.path.utf8.starts(with: $0.1.utf8) }
    return named.max { $0.1.utf8.count < $1.1.utf8.count }?.0 ?? issue.path
  }
}
