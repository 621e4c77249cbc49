internal import Store

extension Connection {
  /// Reads part of a list, in one snapshot.
  ///
  /// First the rows' numbers are read, which an index has in their order, and then the rows one by one as far as their bytes
  /// let: whatever has to be sorted is numbers, never documents.
  /// - Parameters:
  ///   - table: The table, of which `no` is the rows' number.
  ///   - index: The index that has to be used; nil for whichever SQLite takes.
  ///   - order: The columns that the list is ordered by; the last one is `no`.
  ///   - bytes: How many bytes of the window a row takes.
  func page<Value: Sendable>(
    of table: String, index: String? = nil, columns: String, where conditions: Conditions, order: [String],
    window: ListWindow,
    bytes: (Value) -> Int, make: (Row) throws(StoreError) -> Value
  ) throws(StoreError) -> ListPage<Value> {
    guard window.rows > 0 else { return ListPage(rows: [], hasMore: false) }
    // One more than is given tells whether there are more.
    let atMost = Int64(window.rows).addingReportingOverflow(1).partialValue
    let direction = window.isDescending ? " DESC" : ""
    let source = index.map { "\(table) INDEXED BY \($0)" } ?? table
    let numbers =
      "SELECT no FROM \(source) WHERE \(conditions.text) ORDER BY "
      + order.map { $0 + direction }.joined(separator: ", ") + " LIMIT ?"
    return try snapshot { () throws(StoreError) in
      let found = try rows(numbers, binding: conditions.values + [atMost]) { $0.integer(0) }
      var budget = ByteBudget(window.bytes)
      var page = ListPage<Value>(rows: [], hasMore: found.count > window.rows)
      for number in found.prefix(window.rows) {
        guard let value = try row("SELECT \(columns) FROM \(table) WHERE no = ?", number, make: make) else { continue }
        guard budget.takes(bytes(value)) else {
          page.hasMore = true
          break
        }
        page.rows.append(value)
      }
      return page
    }
  }
}
