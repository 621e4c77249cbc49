internal import SerinFlags
internal import Store

/// What one edit did, gathered for its audit rows.
///
/// An edit leaves one row for each environment it changes; the project's part is in each of them. An edit that changes
/// no environment leaves one row, and one that changes nothing leaves none.
struct EditLog {
  /// The part of one environment.
  struct Part {
    var environmentID: String
    var revision: Int64
    var before: [ItemRecord] = []
    var after: [ItemRecord] = []
  }

  /// The number of the edit's first row.
  let firstSequence: Int64
  /// The project's part before: a flag's own fields, a token.
  var before = AuditDocument()
  /// The project's part after.
  var after = AuditDocument()
  /// The parts of environments, in the order they were changed.
  private(set) var parts: [Part] = []

  init(firstSequence: Int64) {
    self.firstSequence = firstSequence
  }

  /// Notes a changed item and gives the number of the audit row it belongs to.
  mutating func add(before: ItemRecord?, after: ItemRecord) -> Int64 {
    let index = indexOfPart(for: after)
    // When an edit writes an item twice, the log tells what was there before the first and after the last time.
    if let known = parts[index].after.firstIndex(where: { $0.isSameRow(as: after) }) {
      parts[index].after[known] = after
    } else {
      if let before { parts[index].before.append(before) }
      parts[index].after.append(after)
    }
    return firstSequence + Int64(index)
  }

  private mutating func indexOfPart(for item: ItemRecord) -> Int {
    if let index = parts.firstIndex(where: { $0.environmentID.hasSameBytes(as: item.environmentID) }) { return index }
    parts.append(Part(environmentID: item.environmentID, revision: item.revision))
    return parts.count - 1
  }
}

extension ItemRecord {
  /// Whether both are states of one row.
  func isSameRow(as other: ItemRecord) -> Bool {
    kind == other.kind && id.hasSameBytes(as: other.id) && environmentID.hasSameBytes(as: other.environmentID)
  }
}
