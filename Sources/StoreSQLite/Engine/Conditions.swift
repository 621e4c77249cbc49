/// What a query asks of its rows, put together of the parts that are wanted, so that an index can answer each.
struct Conditions {
  private var parts: [String] = []
  /// What is bound, in the order of the parts.
  private(set) var values: [any SQLBindable] = []

  /// The parts, all of which must hold; there is at least one.
  var text: String { parts.joined(separator: " AND ") }

  /// Adds a part.
  /// - Parameters:
  ///   - part: The condition, with a `?` for each value.
  ///   - values: What is bound to it.
  mutating func add(_ part: String, _ values: any SQLBindable...) {
    parts.append(part)
    self.values += values
  }

  /// Asks that a column equals a value; nothing for nil.
  mutating func add(_ column: String, equals value: String?) {
    if let value { add("\(column) = ?", value) }
  }

  /// Asks that a column is one of some texts.
  mutating func add(_ column: String, in texts: [String]) {
    parts.append("\(column) IN (\(texts.map { _ in "?" }.joined(separator: ", ")))")
    for text in texts.sorted() { values.append(text) }
  }
}
