import SerinFlags

extension FlagQuery {
  /// What may be asked for.
  static let parameters: [OperationParameter] = [
    .search(in: "the key, the description, the owner or a tag"),
    OperationParameter("kind", .oneOf(FlagKind.allCases.map(\.rawValue)), "Only flags of this kind."),
    OperationParameter("owner", .string(), "Only flags of this owner."),
    OperationParameter("tag", .string(), "Only flags with this tag."),
    OperationParameter("killed", .boolean(), "Only flags that are killed here, or only those that are not."),
    OperationParameter("expired", .boolean(), "Only flags past their day, or only those that are not."),
    OperationParameter(
      "stale", .oneOf(StaleKind.allCases.map(\.rawValue)),
      "Only flags that are stale in this way, by 30 days, in the whole project."),
    OperationParameter("archived", .boolean(), "Whether archived flags are listed too; they are not when left out."),
    OperationParameter(
      "state", .oneOf(FlagLifecycle.allCases.map(\.rawValue)),
      "Only flags of which this has become; `archived` has no say then. Deleted ones are listed in no other way."),
    .sort(Order.self, standard: Order.key.rawValue), .limit(standard: "all"), .after,
  ]

  /// Reads what is asked for.
  /// - Throws: 400 that names the parameter and what is allowed.
  init(_ query: Query) throws(Problem) {
    words = SearchText.words(of: query["search"])
    kind = try query.choice("kind", of: FlagKind.self)
    owner = query["owner"]
    tag = query["tag"]
    isKilled = try query.choice("killed")
    isExpired = try query.choice("expired")
    staleKind = try query.choice("stale", of: StaleKind.self)
    includesArchived = try query.boolean("archived")
    lifecycle = try query.choice("state", of: FlagLifecycle.self)
    if let sort = try query.order(Order.self) { (order, isDescending) = sort }
    limit = try query.limit()
    cursor = try query.cursor(of: list)
  }

  /// What cursors call the list.
  var list: String { Query.list("flags", by: order, isDescending: isDescending) }
}
