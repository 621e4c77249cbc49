package import SerinFlags

extension RulesetDocument {
  /// The document after some changes, what is new at the end; long lists are no part of it.
  package func applying(_ changes: some Sequence<CompiledRuleset.Change>) -> RulesetDocument {
    // Nil for what is gone. Environments are large and changes small, so the table is of the changes.
    var flags = KeyedTable<FlagEntry?>()
    var segments = KeyedTable<SegmentEntry?>()
    for change in changes {
      switch change {
      case .flag(let entry): flags.set(entry.key, to: entry)
      case .noFlag(let key): flags.set(key, to: nil)
      case .segment(let entry): segments.set(entry.key, to: entry)
      case .noSegment(let key): segments.set(key, to: nil)
      case .list, .noList: break
      }
    }
    var document = self
    document.flags = Self.merge(self.flags, flags) { $0.key }
    document.segments = Self.merge(self.segments, segments) { $0.key }
    return document
  }

  private static func merge<Entry>(
    _ entries: [Entry], _ changes: KeyedTable<Entry?>, key: (Entry) -> String
  ) -> [Entry] {
    guard !changes.isEmpty else { return entries }
    var added = changes
    var merged: [Entry] = []
    merged.reserveCapacity(entries.count + changes.count)
    for entry in entries {
      let key = key(entry)
      guard let change = changes[key] else {
        merged.append(entry)
        continue
      }
      if let change { merged.append(change) }
      added.removeValue(forKey: key)
    }
    return merged + added.compactMap(\.value)
  }

  /// What some changes would break: the faults of references, and of size, that are there after them and were not before.
  ///
  /// Faults that were there already stand in nobody's way, least of all in that of who mends them one by one.
  package func issues(after changes: some Sequence<CompiledRuleset.Change>) -> [DocumentIssue] {
    let after = applying(changes)
    let isGrown = after.flags.count > flags.count || after.segments.count > segments.count
    let sizeIssues = isGrown ? after.sizeIssues() : []
    let issues = after.referenceIssues()
    guard !issues.isEmpty else { return sizeIssues }
    let known = Set(referenceIssues())
    return sizeIssues + issues.filter { !known.contains($0) }
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
