import SerinFlags
import Store

extension FlagService {
  /// Refuses a change after which the long lists in memory would have more ids together than a node holds.
  ///
  /// Lists come back by more ways than uploads: an earlier version, a document that is applied, a promotion. All of them
  /// are a change, so this is looked at where changes are written.
  /// - Throws: 409.
  func checkRoom(after change: Change) throws(Problem) {
    let writes = change.edits.flatMap(\.items).filter {
      $0.kind == .segment && ($0.document != nil || $0.isGone == true)
    }
    guard writes.contains(where: { $0.isGone != true }) else { return }
    let state = keeper.state
    var growth = 0
    for id in Set(writes.map(\.environmentID)) {
      guard let ruleset = state.rulesets[id] else { continue }
      var segments = ruleset.segments
      for write in writes where write.environmentID == id { segments.set(write.id, to: write.segment) }
      var counts: [String: Int] = [:]
      for use in segments.flatMap({ $0.value.definition?.condition.listUses ?? [] }) {
        counts[use.reference.digest] = Int(clamping: use.reference.count)
      }
      growth += counts.values.reduce(0, +) - ruleset.lists.values.reduce(0) { $0 + $1.count }
    }
    try checkRoom(for: growth)
  }

  /// Refuses lists that grow beyond what a node holds.
  /// - Parameter growth: By how many ids the lists in memory would grow; one that does not is never refused.
  func checkRoom(for growth: Int) throws(Problem) {
    let count = keeper.state.listedIDs + growth
    guard growth > 0, count > listLimit else { return }
    throw Problem(
      .conflict, "the lists of this server would have \(count) ids together; at most \(listLimit) are allowed")
  }
}

extension ItemWrite {
  /// The segment as it would be; one without conditions for one that goes.
  fileprivate var segment: SegmentEntry {
    let json = document.flatMap { try? JSONValue(parsing: Array($0.utf8), options: .lenient) }
    guard isGone != true, let document = json?.objectValue else {
      return SegmentEntry(reading: .object(["list": []]), key: id)
    }
    return SegmentEntry(reading: SegmentItem.condition(in: document), key: id)
  }
}
