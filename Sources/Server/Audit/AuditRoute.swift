import HTTP
import SerinFlags
import Store

/// Reading one chain of the audit log page by page.
struct AuditRoute: Sendable {
  let store: any ConfigurationStore
  static let maximumLimit = 1000

  /// What may be asked for.
  static let parameters = [
    OperationParameter("after", .integer(in: 0...Schema.largestInteger), "Only rows with a greater sequence number."),
    OperationParameter(
      "limit", .integer(in: 1...Int64(maximumLimit)),
      "How many rows at most; 100 when it is left out. Large ones end a page early."),
    OperationParameter("object", .string(), "Only rows about this object, such as `flag:<id>`."),
  ]

  /// What comes back.
  static let answer = OperationAnswer.json(
    .object([
      .required("entries", .array(.ref("AuditEntry"))),
      .required("next", .integer("What to send as `after` for the next page; null on the last one.").orNull),
    ]), "Rows of the log, oldest first.",
    example: [
      "next": .null,
      "entries": [
        [
          "sequence": 7, "at": "2027-01-15T09:00:00.000Z", "actor": "token:k3b5x7q2m4n6p8r2", "via": "api",
          "action": "flag.kill", "object": "flag:f_a2b3c4d5e6f7g2h3", "reason": "payments fail",
          "requestId": "q_a2b3c4d5e6f7g2h3",
          "environment": "production", "revision": 42, "before": .null, "after": .null,
        ]
      ],
    ])

  /// Answers `?after=<sequence>&limit=<1...1000>&object=<object>`.
  func respond(
    to query: Query, chain: String, environments: [String: String]
  ) async throws(Problem) -> HTTPResponse {
    let after = try query.integer("after", in: 0...Schema.largestInteger) ?? 0
    let limit = try query.integer("limit", in: 1...Int64(Self.maximumLimit)) ?? 100
    let object = query["object"]
    let page = try await withStore { () async throws(StoreError) in
      try await store.auditPage(
        chain: chain, after: after, object: object, limit: Int(limit), bytes: HistoryWindow.pageBytes)
    }
    let next = page.hasMore ? page.rows.last?.sequence : nil
    return ControlRoutes.answer([
      "entries": .array(page.rows.map { Self.json($0, environments) }),
      "next": next.map { JSONValue.number(Double($0)) } ?? .null,
    ])
  }

  static func json(_ row: AuditRecord, _ environments: [String: String]) -> JSONValue {
    let environment = row.environmentID.map { environments[$0] ?? $0 }
    return .object([
      "sequence": .number(Double(row.sequence)), "at": .string(Instants.text(row.at)),
      "actor": .string(row.entry.actor), "via": .string(row.entry.via), "action": .string(row.entry.action),
      "object": .string(row.entry.object), "reason": .string(row.entry.reason),
      "requestId": .string(row.entry.requestID),
      "environment": environment.map(JSONValue.string) ?? .null,
      "revision": row.revision.map { .number(Double($0)) } ?? .null, "before": document(row.before),
      "after": document(row.after),
    ])
  }

  private static func document(_ text: String?) -> JSONValue {
    guard let text else { return .null }
    return (try? JSONValue(parsing: Array(text.utf8), options: .lenient)) ?? .string(text)
  }
}
