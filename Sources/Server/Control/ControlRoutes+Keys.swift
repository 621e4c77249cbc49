import HTTP
import SerinFlags
import Store

extension ControlRoutes {
  func addKeys(to router: inout Router) {
    router.add(.get, "/api/v1/projects/{project}/keys") { request, parameters async throws(Problem) in
      let principal = try administrator(request)
      let project = try keeper.state.project(parameters[0], for: principal)
      let service = KeyService(store: store, keeper: keeper)
      let keys = try await service.keys(of: project, seenBy: principal)
      return Self.answer(.object(["keys": .array(keys.map { json($0, value: $0.publicValue) })]))
    }
    router.add(.post, "/api/v1/projects/{project}/keys") { request, parameters async throws(Problem) in
      let principal = try administrator(request)
      let project = try keeper.state.project(parameters[0], for: principal)
      let body = try ControlBody(request, members: ["kind", "environment", "name", "reason"])
      let service = KeyService(store: store, keeper: keeper)
      let (record, token) = try await service.create(
        kind: body.requiredString("kind"), environment: body.string("environment"), name: body.string("name"),
        in: project, by: caller(principal, request), reason: body.reason())
      return Self.answer(
        json(record, value: token.text), status: 201,
        headers: [(name: "Location", value: "\(request.path)/\(record.id)")])
    }
    router.add(.delete, "/api/v1/projects/{project}/keys/{id}") { request, parameters async throws(Problem) in
      let principal = try administrator(request)
      let project = try keeper.state.project(parameters[0], for: principal)
      let reason = try ControlBody(request, members: ["reason"]).reason()
      try await KeyService(store: store, keeper: keeper).revoke(
        parameters[1], in: project, seenBy: principal, by: caller(principal, request), reason: reason)
      return HTTPResponse(status: 204, headers: [(name: "Cache-Control", value: "no-store")], body: .bytes([]))
    }
  }

  private func json(_ record: TokenRecord, value: String?) -> JSONValue {
    let environment = record.environmentID.map { keeper.state.rulesets[$0]?.environment.key ?? $0 }
    return .object([
      "id": .string(record.id), "kind": .string(record.kind.rawValue), "name": .string(record.name),
      "environment": environment.map(JSONValue.string) ?? .null, "createdAt": .string(Instants.text(record.createdAt)),
      "revokedAt": record.revokedAt.map { .string(Instants.text($0)) } ?? .null,
      "value": value.map(JSONValue.string) ?? .null,
    ])
  }
}
