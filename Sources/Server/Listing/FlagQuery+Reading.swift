import SerinFlags

extension FlagQuery {
  /// What may be asked for.
  static let parameters = [
    OperationParameter(
      "search", .string(), "Words of which each must be in the key, the description, the owner or a tag."),
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
    OperationParameter(
      "sort", .oneOf(Order.allCases.flatMap { [$0.rawValue, "-" + $0.rawValue] }),
      "What to order by, with `-` the other way round; `key` when left out."),
    OperationParameter("limit", .integer(in: 1...maximumLimit), "How many at most; all when left out."),
    OperationParameter("after", .string(), "The `next` of the page before; the other parameters must be the same."),
  ]

  /// Reads what is asked for.
  /// - Throws: 400 that names the parameter and what is allowed.
  init(_ query: Query) throws(Problem) {
    words = (query["search"] ?? "").lowercased().split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }
    if let name = query["kind"] {
      guard let kind = FlagKind(rawValue: name) else {
        let allowed = FlagKind.allCases.map(\.rawValue).joined(separator: ", ")
        throw Problem(.badRequest, "query parameter \"kind\" is \"\(name)\"; it must be one of: \(allowed)")
      }
      self.kind = kind
    }
    owner = query["owner"]
    tag = query["tag"]
    isKilled = query["killed"] == nil ? nil : try query.boolean("killed")
    isExpired = query["expired"] == nil ? nil : try query.boolean("expired")
    if let name = query["stale"] {
      guard let kind = StaleKind(rawValue: name) else {
        let allowed = StaleKind.allCases.map(\.rawValue).joined(separator: ", ")
        throw Problem(.badRequest, "query parameter \"stale\" is \"\(name)\"; it must be one of: \(allowed)")
      }
      staleKind = kind
    }
    includesArchived = try query.boolean("archived")
    if let name = query["state"] {
      guard let lifecycle = FlagLifecycle(rawValue: name) else {
        let allowed = FlagLifecycle.allCases.map(\.rawValue).joined(separator: ", ")
        throw Problem(.badRequest, "query parameter \"state\" is \"\(name)\"; it must be one of: \(allowed)")
      }
      self.lifecycle = lifecycle
    }
    if let name = query["sort"] {
      isDescending = name.hasPrefix("-")
      guard let order = Order(rawValue: isDescending ? String(name.dropFirst()) : name) else {
        let allowed = Order.allCases.map(\.rawValue).joined(separator: ", ")
        throw Problem(
          .badRequest,
          "query parameter \"sort\" is \"\(name)\"; it must be one of: \(allowed), or one of them after a \"-\"")
      }
      self.order = order
    }
    limit = try query.integer("limit", in: 1...Self.maximumLimit).map(Int.init)
    if let text = query["after"] {
      guard let cursor = Cursor(parsing: text) else {
        throw Problem(.badRequest, "query parameter \"after\" must be the \"next\" of another page")
      }
      self.cursor = cursor
    }
  }
}
