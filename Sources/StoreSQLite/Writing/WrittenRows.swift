internal import SerinFlags

/// The rows that a change has written, each once and as it is now, in the order of their first writing.
///
/// A change may write thousands of rows, so each is found by its name and not by going through the others.
struct WrittenRows<Row> {
  private(set) var rows: [Row] = []
  private var places: [ExactString: Int] = [:]

  /// The row of a name.
  subscript(name: String) -> Row? {
    get { places[ExactString(name)].map { rows[$0] } }
    set {
      guard let newValue else { return }
      if let place = places[ExactString(name)] {
        rows[place] = newValue
      } else {
        places[ExactString(name)] = rows.count
        rows.append(newValue)
      }
    }
  }
}
