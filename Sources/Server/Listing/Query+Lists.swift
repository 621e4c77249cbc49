import SerinFlags

// What lists are asked by, each read in one way.
extension Query {
  /// The largest page that can be asked for.
  static let maximumLimit: Int64 = 500

  /// One of some words; nil when the parameter was left out.
  func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ name: String, of values: Value.Type
  ) throws(Problem) -> Value? {
    guard let text = self[name] else { return nil }
    guard let value = Value(rawValue: text) else {
      throw Problem(.badRequest, "query parameter \"\(name)\" is \"\(text)\"; it must be one of: \(Self.words(values))")
    }
    return value
  }

  /// What `sort` says: what to order by, and whether the other way round; nil when it was left out.
  func order<Order: RawRepresentable<String> & CaseIterable>(
    _ orders: Order.Type
  ) throws(Problem) -> (order: Order, isDescending: Bool)? {
    guard let text = self["sort"] else { return nil }
    let isDescending = text.hasPrefix("-")
    guard let order = Order(rawValue: isDescending ? String(text.dropFirst()) : text) else {
      throw Problem(
        .badRequest,
        "query parameter \"sort\" is \"\(text)\"; it must be one of: \(Self.words(orders)), or one of them after a \"-\""
      )
    }
    return (order, isDescending)
  }

  /// True or false; nil when the parameter was left out.
  func choice(_ name: String) throws(Problem) -> Bool? {
    // Not a conditional expression: it would lose which errors are thrown.
    guard self[name] != nil else { return nil }
    return try boolean(name)
  }

  /// An instant, in milliseconds since 1970 UTC; nil when the parameter was left out.
  func instant(_ name: String) throws(Problem) -> Int64? {
    guard let text = self[name] else { return nil }
    guard let instant = Timestamp(parsing: text) else {
      throw Problem(
        .badRequest,
        "query parameter \"\(name)\" is \"\(text)\"; it must be an RFC 3339 instant, such as 2027-01-15T09:00:00Z")
    }
    return instant.microseconds / 1000
  }

  /// How many of a list at most, from 1 to ``maximumLimit``; nil when it was left out.
  func limit() throws(Problem) -> Int? { try integer("limit", in: 1...Self.maximumLimit).map(Int.init) }

  /// Where the page before ended; nil for the first one.
  /// - Throws: 400 for what is no cursor, and for one of another list or another order.
  func cursor(of list: String) throws(Problem) -> ListCursor? {
    guard let text = self["after"] else { return nil }
    guard let cursor = ListCursor(parsing: text), cursor.list.hasSameBytes(as: list) else {
      throw Self.refusal(ofCursor: text)
    }
    return cursor.of("")
  }

  /// What cursors call a list that is read in an order.
  static func list(_ name: String, by order: some RawRepresentable<String>, isDescending: Bool) -> String {
    "\(name)\(isDescending ? "-" : "+")\(order.rawValue)"
  }

  /// The problem of a cursor that is not of the list.
  static func refusal(ofCursor text: String) -> Problem {
    Problem(
      .badRequest,
      "query parameter \"after\" is \"\(text)\"; it must be the \"next\" of another page of this list, in the same order"
    )
  }

  private static func words<Value: RawRepresentable<String> & CaseIterable>(_ values: Value.Type) -> String {
    values.allCases.map(\.rawValue).joined(separator: ", ")
  }
}
