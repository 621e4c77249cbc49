import SerinFlags

// What lists are asked by, as the OpenAPI document has it.
extension OperationParameter {
  /// Words that must all be found.
  /// - Parameter places: Where they are looked for.
  static func search(in places: String) -> OperationParameter {
    OperationParameter("search", .string(), "Words of which each must be in \(places).")
  }

  /// What to order by.
  /// - Parameter standard: What it is when it is left out.
  static func sort<Order: RawRepresentable<String> & CaseIterable>(
    _ orders: Order.Type, standard: String
  ) -> OperationParameter {
    OperationParameter(
      "sort", .oneOf(orders.allCases.flatMap { [$0.rawValue, "-" + $0.rawValue] }),
      "What to order by, with `-` the other way round; `\(standard)` when left out.")
  }

  /// How many at most.
  /// - Parameter standard: How many when it is left out.
  static func limit(standard: String) -> OperationParameter {
    OperationParameter(
      "limit", .integer(in: 1...Query.maximumLimit), "How many at most; \(standard) when left out.")
  }

  /// Where the page before ended.
  static let after = OperationParameter(
    "after", .string(), "The `next` of the page before; the other parameters must be the same.")
}

extension Schema.Member {
  /// Where the next page of a list begins.
  static let next = required(
    "next", Schema.string("What to send as `after` for the next page; null on the last one.").orNull)
}
