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
  /// Where each row stands in its part: an edit may write thousands.
  private var places: [ExactString: Int] = [:]

  init(firstSequence: Int64) {
    self.firstSequence = firstSequence
  }

  /// Notes a changed item and gives the number of the audit row it belongs to.
  mutating func add(before: ItemRecord?, after: ItemRecord) -> Int64 {
    let index = indexOfPart(for: after)
    // When an edit writes an item twice, the log tells what was there before the first and after the last time.
    let name = ExactString("\(after.environmentID)/\(after.kind.rawValue)/\(after.id)")
    if let known = places[name] {
      parts[index].after[known] = after
    } else {
      places[name] = parts[index].after.count
      if let before { parts[index].before.append(before) }
      parts[index].after.append(after)
    }
    return firstSequence + Int64(index)
  }

  /// Notes a new revision that changes no item.
  mutating func note(environmentID: String, revision: Int64) {
    _ = indexOfPart(of: environmentID, revision: revision)
  }

  private mutating func indexOfPart(for item: ItemRecord) -> Int {
    indexOfPart(of: item.environmentID, revision: item.revision)
  }

  private mutating func indexOfPart(of environmentID: String, revision: Int64) -> Int {
    if let index = parts.firstIndex(where: { $0.environmentID.hasSameBytes(as: environmentID) }) { return index }
    parts.append(Part(environmentID: environmentID, revision: revision))
    return parts.count - 1
  }
}
