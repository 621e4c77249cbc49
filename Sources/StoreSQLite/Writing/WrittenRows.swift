internal import SerinFlags

/// The rows that a change has written, each once and as it is now, in the order of their last writing.
///
/// A change may write thousands of rows, so each is found by its name and not by going through the others.
struct WrittenRows<Row> {
  /// In the order of writing; nil where a row was written again later.
  private var slots: [Row?] = []
  private var places: [ExactString: Int] = [:]

  /// The rows in the order of their last writing.
  var rows: [Row] { slots.compactMap { $0 } }

  /// Notes that the row of a name was written.
  mutating func note(_ row: Row, named name: String) {
    if let earlier = places.updateValue(slots.count, forKey: ExactString(name)) { slots[earlier] = nil }
    slots.append(row)
  }
}
