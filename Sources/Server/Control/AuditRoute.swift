import HTTP
import SerinFlags
import Store

/// Reading one chain of the audit log.
struct AuditRoute: Sendable {
  let store: any ConfigurationStore
  static let maximumLimit = 1000

  /// Answers `?after=<sequence>&limit=<1...1000>&object=<object>`.
  func respond(
    to request: HTTPRequest, chain: String, environments: [String: String]
  ) async throws(Problem) -> HTTPResponse {
    let query = try Query(request, allowed: ["after", "limit", "object"])
    let after = try query.integer("after", in: 0...Int64.max) ?? 0
    let limit = try query.integer("limit", in: 1...Int64(Self.maximumLimit)) ?? 100
    let object = query["object"]
    let rows = try await withStore { () async throws(StoreError) in
      try await store.audit(chain: chain, after: after, object: object, limit: Int(limit))
    }
    return ControlRoutes.answer(.object(["entries": .array(rows.map { Self.json($0, environments) })]))
  }

  private static func json(_ row: AuditRecord, _ environments: [String: String]) -> JSONValue {
    let environment = row.environmentID.map { environments[$0] ?? $0 }
    return .object([
      "sequence": .number(Double(row.sequence)), "at": .string(Instants.text(row.at)),
      "actor": .string(row.entry.actor), "via": .string(row.entry.via), "action": .string(row.entry.action),
      "object": .string(row.entry.object), "reason": .string(row.entry.reason),
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
